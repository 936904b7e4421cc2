import { asUnixMs, isoTime } from '@patchbay/core/time'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Admin, acme, openAdmin } from '../../testing/open-admin.ts'

let admin: Admin
beforeEach(() => {
  admin = openAdmin()
})
afterEach(() => admin.close())

interface Told {
  readonly text: string
  readonly by: { readonly kind: string; readonly name: string }
  readonly count: number
  readonly changes: readonly unknown[]
  readonly undo: { readonly path: string; readonly body: unknown; readonly if_match: string | null } | null
}

interface FullPage {
  readonly changes: readonly Told[]
  readonly next_cursor: string | null
}

const list = async (query = ''): Promise<readonly Told[]> =>
  (await admin.call('GET', `/admin/changes${query}`)).body.changes

const newest = async (): Promise<Told> => (await list())[0] as Told

const patch = (body: object) => admin.call('PATCH', '/admin/tenants/acme', { body })

const setUp = () => admin.call('PUT', '/admin/tenants/acme', { body: acme })

test.each<readonly [body: object, text: string]>([
  [{ options: { calls_per_minute: 600 } }, "Set Acme's limit to 600 calls a minute"],
  [{ status: 'suspended' }, 'Suspended Acme'],
  [{ name: 'Acme Ltd' }, 'Renamed Acme to Acme Ltd'],
  [{ options: { allow: ['hubspot:read'] } }, 'Set what is allowed for Acme to hubspot:read'],
  [{ options: { max_result_bytes: 5000 } }, /^(Set|Changed) Acme's max result bytes (from \d+ )?to 5000$/ as never],
  [{ options: { allow_raw: true } }, "Turned Acme's allow raw on"],
  [{ providers: { stripe: null } }, 'Removed the Stripe account constructor from Acme'],
  [
    { name: 'New', status: 'suspended', options: { allow_raw: true } },
    'Renamed Acme to New; suspended New; and 1 more',
  ],
  [{}, 'Saved Acme without a change'],
])('%j is told', async (body, text) => {
  await setUp()
  expect((await patch(body)).status).toBe(200)
  const told = await newest()
  if (typeof text === 'string') expect(told.text).toBe(text)
  else expect(told.text).toMatch(text)
  expect(told.by).toMatchObject({ kind: 'key', name: 'ADMIN_API_KEY' })
})

test('a limit that goes up, down and away is told with the values', async () => {
  await setUp()
  const limits: readonly (number | null)[] = [30, 600, 60, null]
  for (const calls_per_minute of limits) await patch({ options: { calls_per_minute } })
  expect((await list()).map(({ text }) => text)).toEqual([
    "Removed Acme's limit of 60 calls a minute",
    "Lowered Acme's limit from 600 to 60 calls a minute",
    "Raised Acme's limit from 30 to 600 calls a minute",
    "Set Acme's limit to 30 calls a minute",
    'Created the tenant Acme',
  ])
})

test.each([
  [{ provider: 'stripe' }, "Created a connect link for Acme's Stripe account main"],
  [{ provider: ['stripe', 'sendgrid'] }, "Created a connect link for Acme's Stripe or Twilio SendGrid account main"],
])('a connect link of %o is told by the names of its providers', async (providers, text) => {
  await setUp()
  const link = { tenant_id: 'acme', account_id: 'main', ...providers }
  expect((await admin.call('POST', '/admin/connect', { body: link })).status).toBe(201)
  expect((await newest()).text).toBe(text)
})

test('members of a policy are told one by one, and the limit of a token by its label', async () => {
  await setUp()
  await patch({ options: { deny: ['hubspot:write'] } })
  await patch({ options: { deny: ['hubspot:write', 'stripe:write'] } })
  expect((await newest()).text).toBe('Denied stripe:write for Acme')
  await patch({ options: { deny: ['stripe:write'] } })
  expect((await newest()).text).toBe('No longer denies hubspot:write for Acme')
  const { token_id } = (await admin.call('POST', '/admin/auth', { body: { tenant_id: 'acme', label: 'Sync' } })).body
  expect((await newest()).text).toBe("Created Acme's token Sync")
  expect(
    (await admin.call('PATCH', `/admin/auth/acme/${token_id}`, { body: { calls_per_minute: 10 } })).body,
  ).toMatchObject({ calls_per_minute: 10 })
  expect((await newest()).text).toBe("Set the limit of Acme's token Sync to 10 calls a minute")
  await admin.call('POST', `/admin/auth/acme/${token_id}/rotate`, { body: {} })
  expect((await newest()).text).toBe("Replaced Acme's token Sync")
  await admin.call('DELETE', `/admin/auth/acme/${token_id}`)
  expect((await newest()).text).toBe("Revoked Acme's token Sync")
  await admin.call('PUT', '/admin/tokens/acme/hubspot/sales-eu', { body: { access_token: 'pat-1' } })
  expect((await newest()).text).toBe("Stored the credential of Acme's HubSpot CRM account sales-eu")
})

test('who changed it is named after the key has ended, too', async () => {
  await setUp()
  const { key, key_id } = (await admin.call('POST', '/admin/keys', { body: { name: 'Dana', role: 'operator' } })).body
  await admin.call('PATCH', '/admin/tenants/acme', { body: { status: 'suspended' }, key })
  await admin.call('DELETE', `/admin/keys/${key_id}`)
  const [ended, suspended, created] = await list()
  expect(ended?.text).toBe('Ended the admin key Dana')
  expect(suspended).toMatchObject({ text: 'Suspended Acme', by: { kind: 'key', name: 'Dana', id: key_id } })
  expect(created?.text).toBe('Created the admin key Dana (operator)')
  expect(await list(`?token_id=${key_id}`)).toHaveLength(1)
})

test('a change is put back by the one request that is named, until the member has changed again', async () => {
  await setUp()
  await patch({ options: { calls_per_minute: 30, deny: ['hubspot:write'] } })
  await patch({ name: 'Acme Ltd', options: { calls_per_minute: 600, deny: ['hubspot:write', 'stripe:write'] } })
  const { undo } = await newest()
  expect(undo).toMatchObject({ path: '/admin/tenants/acme', if_match: expect.any(String) })
  const headers = { 'if-match': undo?.if_match ?? '' }
  const back = await admin.call('PATCH', undo?.path ?? '', { body: undo?.body, headers })
  expect(back.body).toMatchObject({ name: 'Acme', options: { calls_per_minute: 30, deny: ['hubspot:write'] } })
  const told = await list()
  expect(told[1]?.undo).toBeNull()
  expect(told[2]?.undo).not.toBeNull()
  expect(told[3]).toMatchObject({ text: 'Created the tenant Acme', undo: null })
})

test('an account that came with its credential is not offered to be put back', async () => {
  await setUp()
  const accounts = [...acme.providers.hubspot.accounts, { id: 'asia', label: 'Asia' }]
  await patch({ providers: { hubspot: { accounts } } })
  expect(await newest()).toMatchObject({ text: 'Added the HubSpot CRM account asia to Acme', undo: null })
})

test('reads and failed changes are left out, sign-ins and runs of jobs of a day are joined', async () => {
  await setUp()
  await admin.call('GET', '/admin/tenants/acme')
  await admin.call('PATCH', '/admin/tenants/acme', { body: { status: 'gone' } })
  for (const _ of [1, 2, 3]) await admin.call('POST', '/admin/session')
  const at = isoTime(asUnixMs(Date.now()))
  for (const key of ['jobs/suggestions', 'jobs/refresh-tokens', 'jobs/suggestions'])
    await admin.auditLog.record({ action: 'run_job', source: 'job', key })
  const told = await list()
  expect(told.map(({ text, count, by }) => [text, count, by.kind])).toEqual([
    ['3 runs of jobs: refresh-tokens, suggestions', 3, 'job'],
    ['Signed in 3 times', 3, 'key'],
    ['Created the tenant Acme', 1, 'key'],
  ])
  expect(at).toContain('T')
})

test('pages go on where the one before ended', async () => {
  await setUp()
  for (const name of ['A', 'B', 'C', 'D']) await patch({ name })
  const texts: string[] = []
  let cursor: string | null = ''
  do {
    const page: FullPage = (await admin.call('GET', `/admin/changes?limit=2${cursor && `&cursor=${cursor}`}`)).body
    texts.push(...page.changes.map(({ text }) => text))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(texts).toEqual([
    'Renamed C to D',
    'Renamed B to C',
    'Renamed A to B',
    'Renamed Acme to A',
    'Created the tenant Acme',
  ])
})
