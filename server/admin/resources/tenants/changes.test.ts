import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Admin, acme, openAdmin } from '../../testing/open-admin.ts'

let admin: Admin
beforeAll(() => {
  admin = openAdmin()
})
afterAll(() => admin.close())

const path = '/admin/tenants/acme'
const put = (body: unknown, headers = {}) => admin.send('PUT', path, { body, headers })
const patch = (body: unknown, headers = {}) => admin.send('PATCH', path, { body, headers })
const get = () => admin.send('GET', path)

beforeEach(async () => {
  await admin.call('DELETE', path)
  const options = { allow_raw: true, calls_per_minute: 60, deny: ['stripe:write'] }
  expect((await put({ ...acme, options })).status).toBe(201)
})

describe('what GET gave', () => {
  test('can be PUT back, whole or with a change, and nothing else changes', async () => {
    const { body } = await get()
    const again = await put(body)
    expect([again.status, again.body]).toEqual([
      200,
      { ...body, updated_at: expect.any(String), version: expect.any(String) },
    ])
    const renamed = await put({ ...again.body, name: 'Renamed' })
    expect(renamed.body).toMatchObject({ name: 'Renamed', options: body.options, providers: body.providers })
  })

  test.each(['created_at', 'updated_at', 'version', 'id'])(
    'is refused with another %s, and nothing changes',
    async (name) => {
      const { body } = await get()
      const refused = await put({ ...body, name: 'Renamed', [name]: 'another' })
      expect(refused.body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 })
      const own = body[name]
      expect(refused.body.details).toEqual([
        { path: `/${name}`, message: expect.stringContaining(`must be ${own} or left out: `) },
      ])
      expect((await get()).body).toEqual(body)
    },
  )

  test('is refused once another change has come in between', async () => {
    const { body } = await get()
    await put({ ...acme, name: 'Another change' })
    const { status, body: refused } = await put(body)
    expect([status, refused.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(refused.details).toContainEqual({ path: '/version', message: expect.stringContaining('must be') })
    expect((await get()).body.name).toBe('Another change')
  })

  test('does not bring a deleted tenant back by itself, but does without what the gateway added', async () => {
    const { body } = await get()
    await admin.call('DELETE', path)
    const refused = await put(body)
    expect(refused.body.details.map((detail: { path: string }) => detail.path)).toEqual([
      '/created_at',
      '/updated_at',
      '/version',
    ])
    const { created_at, updated_at, version, ...configuration } = body
    expect((await put(configuration)).status).toBe(201)
  })
})

test('a PUT without options keeps none', async () => {
  const fresh = (await admin.call('PUT', '/admin/tenants/fresh', { body: acme })).body
  expect((await put(acme)).body.options).toEqual(fresh.options)
})

describe('PATCH', () => {
  test('changes what it names and keeps the rest', async () => {
    const { body } = await get()
    const { status, body: patched } = await patch({ status: 'suspended', options: { allow_raw: false } })
    expect(status).toBe(200)
    expect(patched).toEqual({
      ...body,
      status: 'suspended',
      options: { ...body.options, allow_raw: false },
      updated_at: expect.any(String),
      version: expect.any(String),
    })
    expect((await get()).body).toEqual(patched)
    expect(await admin.newestEntry()).toMatchObject({ action: 'get_tenant', key: 'tenants/acme' })
  })

  test('removes what is null: an option, a provider, all options', async () => {
    const { calls_per_minute, ...rest } = (await get()).body.options
    const { body } = await patch({ options: { calls_per_minute: null }, providers: { stripe: null } })
    expect([calls_per_minute, body.options]).toEqual([60, rest])
    expect(Object.keys(body.providers)).toEqual(['hubspot'])
    expect((await patch({ options: null })).body.options.allow_raw).toBe(false)
  })

  test.each(['application/merge-patch+json', 'application/json', 'application/merge-patch+json; charset=utf-8'])(
    'takes %s',
    async (contentType) => {
      const { body } = await admin.call('PATCH', path, { body: { name: 'N' }, contentType })
      expect(body.name).toBe('N')
    },
  )

  test('takes no other type, and PUT no merge patch', async () => {
    const asText = await admin.call('PATCH', path, { body: { name: 'N' }, contentType: 'text/plain' })
    expect(asText.body.error).toContain(
      '"Content-Type: application/merge-patch+json" or "Content-Type: application/json"',
    )
    const asPatch = await admin.call('PUT', path, { body: acme, contentType: 'application/merge-patch+json' })
    expect(asPatch.body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 })
  })

  test.each<[patch: unknown, path: string, message: string]>([
    [{ name: null }, '/name', 'leave it out, or send a value'],
    [{ stauts: 'active' }, '/stauts', '`status`'],
    [
      { options: { allow: ['hubspot:reed'] } },
      '/options/allow/0',
      'names an action that hubspot does not have; did you mean `read`?',
    ],
    [{ providers: { hubspot: { default: 'nobody' } } }, '/providers/hubspot/default', 'sales-eu, sales-us'],
    [{ providers: { hubspott: { accounts: [] } } }, '/providers/hubspott/accounts', 'at least 1 item'],
    [{ version: 'another' }, '/version', 'somebody changed the record since you read it'],
    [[], '', 'must be a JSON object'],
  ])('%j is refused at %s, as a whole tenant would be, and nothing changes', async (body, at, message) => {
    const before = (await get()).body
    const { status, body: refused } = await patch(body)
    expect([status, refused.code, refused.details[0].path]).toEqual([400, 'VALIDATION_ERROR', at])
    expect(refused.details[0].message).toContain(message)
    expect((await get()).body).toEqual(before)
  })

  test('that drops an account with a credential is a conflict unless it prunes', async () => {
    await admin.call('PUT', '/admin/tokens/acme/stripe/constructor', { body: { access_token: 'sk' } })
    const refused = await patch({ providers: { stripe: null } })
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('stripe/constructor')])
    expect(refused.body.error).toMatch(/; remove these tokens as well with PATCH \/admin\/tenants\/acme\?prune=true$/)
    expect(refused.body.next).toEqual({ route: 'patch_tenant', params: { tenant: 'acme', prune: 'true' } })
    expect((await admin.call('PATCH', `${path}?prune=true`, { body: { providers: { stripe: null } } })).status).toBe(
      200,
    )
  })

  test('of an unknown tenant is TENANT_NOT_FOUND', async () => {
    expect((await admin.call('PATCH', '/admin/tenants/nobody', { body: {} })).body.code).toBe('TENANT_NOT_FOUND')
  })

  test('twenty at once are all kept', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `hubspot:read@account-${n}`)
    const accounts = names.map((_, n) => ({ id: `account-${n}`, label: 'x' }))
    await put({ ...acme, providers: { hubspot: { accounts, default: 'account-0' } } })
    const settings = names.map((_, n) => patch({ options: n % 2 ? { allow: names } : { deny: names } }))
    for (const { status } of await Promise.all(settings)) expect(status).toBe(200)
    expect((await get()).body.options).toMatchObject({ allow: names, deny: names })
  })
})

describe('an ETag', () => {
  test('is on every answer with the tenant, is its version, and changes with each change', async () => {
    const read = await get()
    expect(read.headers.etag).toBe(`"${read.body.version}"`)
    const replaced = await put(acme)
    const patched = await patch({ name: 'N' })
    expect([replaced.headers.etag, patched.headers.etag]).toEqual(
      [replaced, patched].map(({ body }) => `"${body.version}"`),
    )
    expect(new Set([read, replaced, patched].map(({ headers }) => headers.etag)).size).toBe(3)
    expect((await get()).headers.etag).toBe(patched.headers.etag)
  })

  test.each(['PUT', 'PATCH', 'DELETE'])(
    'that no longer holds is 412 CONFLICT for %s, and nothing changes',
    async (method) => {
      const { etag = '' } = (await get()).headers
      const { body: current } = await patch({ name: 'Changed' })
      const body = method === 'DELETE' ? undefined : acme
      const refused = await admin.send(method, path, { body, headers: { 'if-match': etag } })
      expect(refused.body).toMatchObject({ code: 'CONFLICT', status: 412 })
      expect(refused.body.error).toContain(`its ETag is "${current.version}" now`)
      expect(refused.headers.etag).toBe(`"${current.version}"`)
      const prefer = { 'if-match': etag, prefer: 'next=data' }
      const { body: alone } = await admin.send(method, path, { body, headers: prefer })
      expect(alone).toMatchObject({ error: 'The tenant acme has changed', details: [{ path: '', header: 'If-Match' }] })
      expect((await get()).body).toEqual(current)
      const now = await admin.send(method, path, { body, headers: { 'if-match': `"${current.version}"` } })
      expect(now.status).toBe(method === 'DELETE' ? 204 : 200)
    },
  )

  test('of two changes that both saw the same, one is made', async () => {
    const { etag } = (await get()).headers
    const answers = await Promise.all(['One', 'Two'].map((name) => patch({ name }, { 'if-match': etag })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })

  test('If-None-Match: * creates and never replaces', async () => {
    const refused = await put({ ...acme, name: 'Other' }, { 'if-none-match': '*' })
    expect([refused.status, refused.body.code]).toEqual([412, 'CONFLICT'])
    expect((await get()).body.name).toBe('Acme')
    await admin.call('DELETE', path)
    expect((await put(acme, { 'if-none-match': '*' })).status).toBe(201)
  })

  test('that is not in quotes is refused with the header’s name', async () => {
    const { version } = (await get()).body
    const { body } = await put(acme, { 'if-match': version })
    expect([body.code, body.error]).toEqual(['VALIDATION_ERROR', expect.stringContaining('If-Match')])
  })
})
