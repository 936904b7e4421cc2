import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Admin, openAdmin } from '../../testing/open-admin.ts'

const now = new Date('2026-11-20T12:30:00Z')
const inSeconds = (seconds: number) => now.getTime() / 1000 + seconds

const tenantOf = (name: string) => ({
  name,
  status: 'active',
  providers: {
    stripe: { accounts: [{ id: 'main', label: 'Payments' }] },
    hubspot: {
      accounts: [
        { id: 'us', label: 'Sales America' },
        { id: 'eu', label: 'Sales Europe' },
      ],
      default: 'eu',
    },
  },
})

let admin: Admin
beforeAll(async () => {
  admin = openAdmin({ now: () => now })
  for (const [id, name] of [
    ['acme', 'Acme'],
    ['acme-2', 'Müller & Söhne'],
    ['globex', 'Globex'],
  ] as const)
    await admin.call('PUT', `/admin/tenants/${id}`, { body: tenantOf(name) })
  const store = (path: string, expires_at?: number) =>
    admin.call('PUT', `/admin/tokens/${path}`, { body: { access_token: 'a-token', expires_at } })
  await store('acme/hubspot/eu')
  await store('acme/hubspot/us', inSeconds(-60))
  await store('acme-2/stripe/main', inSeconds(900))
  await store('globex/hubspot/eu')
  const ref = { tenant: 'globex', provider: 'hubspot', account: 'eu' }
  const { version = '' } = (await admin.store.credentials.get(ref)) ?? {}
  await admin.store.credentials.recordVerdict(ref, version, now)
})
afterAll(() => admin.close())

interface Listed {
  readonly tenant_id: string
  readonly provider: string
  readonly account_id: string
  readonly state: string
}

const pathOf = ({ tenant_id, provider, account_id }: Listed): string => `${tenant_id}/${provider}/${account_id}`
const list = async (query: string): Promise<string[]> =>
  (await admin.call('GET', `/admin/accounts?${query}`)).body.accounts.map(pathOf)

const all = ['acme', 'acme-2', 'globex'].flatMap((tenant) =>
  ['hubspot/eu', 'hubspot/us', 'stripe/main'].map((account) => `${tenant}/${account}`),
)

test('all accounts of all tenants are listed with their states, those without a credential among them', async () => {
  expect(await list('')).toEqual(all)
  const { accounts } = (await admin.call('GET', '/admin/accounts?tenant=globex')).body
  expect(accounts).toEqual([
    {
      tenant_id: 'globex',
      tenant_name: 'Globex',
      provider: 'hubspot',
      account_id: 'eu',
      label: 'Sales Europe',
      state: 'rejected',
      expires_at: null,
      rejected_at: now.toISOString(),
      updated_at: now.toISOString(),
      tested_at: null,
      reason: null,
      closed: null,
    },
    expect.objectContaining({ account_id: 'us', state: 'missing', updated_at: null }),
    expect.objectContaining({ account_id: 'main', state: 'missing', updated_at: null }),
  ])
})

test.each([
  ['tenant=acme-2', ['acme-2/hubspot/eu', 'acme-2/hubspot/us', 'acme-2/stripe/main']],
  ['provider=stripe', ['acme/stripe/main', 'acme-2/stripe/main', 'globex/stripe/main']],
  ['state=rejected', ['globex/hubspot/eu']],
  ['state=trouble', ['acme/hubspot/us', 'globex/hubspot/eu']],
  ['state=missing&tenant=acme', ['acme/stripe/main']],
  ['q=S%C3%96HNE&provider=stripe', ['acme-2/stripe/main']],
  ['q=america&tenant=acme', ['acme/hubspot/us']],
  ['q=stripe/main&state=expiring_soon', ['acme-2/stripe/main']],
  ['q=nobody', []],
])('with %s those are found that match', async (query, want) => {
  expect(await list(query)).toEqual(want)
})

test.each([
  ['tenant', all],
  ['-tenant', all.toReversed()],
  ['state', ['globex/hubspot/eu', 'acme/hubspot/us', 'acme-2/stripe/main', 'acme/stripe/main']],
  ['expires_at', ['acme/hubspot/us', 'acme-2/stripe/main', 'acme/hubspot/eu', 'acme/stripe/main']],
])('sorted by %s each is listed once, page by page', async (sort, want) => {
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor && `&cursor=${cursor}`
    const { body } = await admin.call('GET', `/admin/accounts?sort=${sort}&limit=2${more}`)
    seen.push(...body.accounts.map(pathOf))
    cursor = body.next_cursor
  }
  expect(seen.slice(0, want.length)).toEqual(want)
  expect(seen.toSorted()).toEqual(all.toSorted())
})

test('an unknown tenant, state or order is refused, and a cursor of another order', async () => {
  const codeOf = async (query: string) => (await admin.call('GET', `/admin/accounts?${query}`)).body.code
  expect(await codeOf('tenant=nobody')).toBe('TENANT_NOT_FOUND')
  for (const query of ['state=broken', 'sort=label', 'cursor=x']) expect(await codeOf(query)).toBe('VALIDATION_ERROR')
  const { next_cursor } = (await admin.call('GET', '/admin/accounts?limit=1')).body
  expect(await codeOf(`sort=state&cursor=${next_cursor}`)).toBe('VALIDATION_ERROR')
})
