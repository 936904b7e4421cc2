import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longestTurn, slowness } from '../../../../test/thread-time.ts'
import { type Admin, acme, openAdmin } from '../../testing/open-admin.ts'

let admin: Admin
beforeAll(() => {
  admin = openAdmin()
})
afterAll(() => admin.close())

const put = (id: string, body: unknown, query = '') => admin.call('PUT', `/admin/tenants/${id}${query}`, { body })

describe('a tenant configuration', () => {
  test('is created with 201, replaced with 200, and read back with defaults filled in', async () => {
    const created = await put('acme', acme)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      id: 'acme',
      ...acme,
      providers: { ...acme.providers, stripe: { ...acme.providers.stripe, default: 'constructor' } },
      options: { allow_raw: false, tools: 'auto' },
    })
    expect(new Date(created.body.created_at).toISOString()).toBe(created.body.created_at)

    const replaced = await put('acme', { ...acme, name: 'Acme 2', options: { allow_raw: true } })
    expect(replaced.status).toBe(200)
    expect(replaced.body).toMatchObject({
      name: 'Acme 2',
      created_at: created.body.created_at,
      options: { allow_raw: true, tools: 'auto' },
    })
    expect(await admin.call('GET', '/admin/tenants/acme')).toEqual({ status: 200, body: replaced.body })
  })

  test('is deleted with its tokens', async () => {
    await put('gone', acme)
    await admin.call('POST', '/admin/auth', { body: { tenant_id: 'gone', token: 'a-token-of-gone-123' } })
    await admin.call('PUT', '/admin/tokens/gone/hubspot/sales-eu', { body: { access_token: 'pat' } })
    expect(await admin.call('DELETE', '/admin/tenants/gone')).toEqual({ status: 204, body: null })
    for (const path of ['/admin/tenants/gone', '/admin/auth/gone', '/admin/tokens/gone/hubspot/sales-eu']) {
      expect((await admin.call('GET', path)).body.code, path).toBe('TENANT_NOT_FOUND')
    }
    expect((await admin.call('DELETE', '/admin/tenants/gone')).body.code).toBe('TENANT_NOT_FOUND')
  })

  test('that drops an account with a token is refused and changes nothing, unless it prunes', async () => {
    await put('pruned', acme)
    await admin.call('PUT', '/admin/tokens/pruned/hubspot/sales-us', { body: { access_token: 'pat' } })
    const less = { ...acme, providers: { stripe: acme.providers.stripe } }

    for (const query of ['', '?prune=false']) {
      const refused = await put('pruned', less, query)
      expect(refused.body).toMatchObject({ code: 'CONFLICT', status: 409 })
      expect(refused.body.error).toContain('hubspot/sales-us')
    }
    expect((await admin.call('GET', '/admin/tokens/pruned/hubspot/sales-us')).status).toBe(200)

    expect((await put('pruned', less, '?prune=true')).status).toBe(200)
    await put('pruned', acme)
    expect((await admin.call('GET', '/admin/tokens/pruned/hubspot/sales-us')).body.code).toBe('TOKEN_MISSING')
  })

  test('may have accounts with the settings that their provider declares', async () => {
    const accounts = [{ id: 'eu', label: 'EU', settings: { subdomain: 'acme-eu' } }]
    const answer = await put('shopping', { ...acme, providers: { shop: { accounts } } })
    expect(answer.status).toBe(201)
    expect(answer.body.providers.shop).toEqual({ accounts, default: 'eu' })
  })
})

const account = (id: string, settings?: unknown) => ({ id, label: id, settings })
const withProviders = (providers: unknown) => ({ ...acme, providers })
const shopOf = (settings: unknown) => withProviders({ shop: { accounts: [account('eu', settings)] } })

describe('an invalid tenant configuration is refused, and the error names the member and what is valid', () => {
  test.each([
    ['no name', { status: 'active', providers: {} }, '/name', 'is required'],
    ['an empty name', { ...acme, name: '' }, '/name', 'at least 1 character'],
    ['no status', { name: 'x', providers: {} }, '/status', 'is required'],
    ['another status', { ...acme, status: 'paused' }, '/status', '"active", "suspended"'],
    ['no providers', { name: 'x', status: 'active' }, '/providers', 'is required'],
    ['providers in a list', withProviders([]), '/providers', 'an object'],
    ['an unknown member', { ...acme, stat: 1 }, '/stat', 'unknown parameter; did you mean `status`?'],
    ['an unknown option', { ...acme, options: { raw: true } }, '/options/raw', 'unknown parameter'],
    ['an option of another type', { ...acme, options: { allow_raw: 'yes' } }, '/options/allow_raw', 'true or false'],
    [
      'a provider that is not registered',
      withProviders({ hubspott: { accounts: [account('a')] } }),
      '/providers/hubspott',
      '`hubspot`',
    ],
    [
      'a provider like a prototype',
      withProviders({ constructor: { accounts: [account('a')] } }),
      '/providers/constructor',
      'hubspot',
    ],
    [
      'a provider with a slash',
      withProviders({ 'a/b~c': { accounts: [account('a')] } }),
      '/providers/a~1b~0c',
      'registered',
    ],
    ['no account', withProviders({ hubspot: { accounts: [] } }), '/providers/hubspot/accounts', 'at least 1 item'],
    [
      'a wrong account id',
      withProviders({ hubspot: { accounts: [account('A B')] } }),
      '/providers/hubspot/accounts/0/id',
      'only lower-case letters, digits, - and _',
    ],
    [
      'an account without a label',
      withProviders({ hubspot: { accounts: [{ id: 'a' }] } }),
      '/providers/hubspot/accounts/0/label',
      'required',
    ],
    [
      'an account id twice',
      withProviders({ hubspot: { accounts: [account('a'), account('a')], default: 'a' } }),
      '/providers/hubspot/accounts/1/id',
      'another account',
    ],
    [
      'no default among several',
      withProviders({ hubspot: { accounts: [account('a'), account('b')] } }),
      '/providers/hubspot/default',
      'a, b',
    ],
    [
      'a default that is not an account',
      withProviders({ hubspot: { accounts: [account('a')], default: 'b' } }),
      '/providers/hubspot/default',
      'a',
    ],
    ['a missing setting', shopOf(undefined), '/providers/shop/accounts/0/settings/subdomain', 'is required'],
    [
      'a setting that leaves the host',
      shopOf({ subdomain: 'evil.example/' }),
      '/providers/shop/accounts/0/settings/subdomain',
      'must have another form',
    ],
    [
      'an undeclared setting',
      shopOf({ subdomain: 'a', region: 'b' }),
      '/providers/shop/accounts/0/settings/region',
      'unknown',
    ],
    [
      'a setting where none is declared',
      withProviders({ hubspot: { accounts: [account('a', { x: 'y' })] } }),
      '/providers/hubspot/accounts/0/settings/x',
      'unknown',
    ],
    [
      'settings that the pattern takes and no host does',
      shopOf({ subdomain: 'xn--' }),
      '/providers/shop/accounts/0/settings',
      'origin',
    ],
  ])('%s', async (_what, body, path, message) => {
    const { status, body: envelope } = await put('wrong', body)
    expect({ status, code: envelope.code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' })
    expect(envelope.details).toEqual([{ path, message: expect.stringContaining(message) }])
    expect((await admin.call('GET', '/admin/tenants/wrong')).body.code).toBe('TENANT_NOT_FOUND')
  })

  test('__proto__ as a provider', async () => {
    const body = '{"name":"x","status":"active","providers":{"__proto__":{"accounts":[{"id":"a","label":"a"}]}}}'
    expect((await put('wrong', body)).body.details).toMatchObject([{ path: '/providers/__proto__' }])
  })

  test('several problems are reported at once', async () => {
    const { body } = await put(
      'wrong',
      withProviders({ nope: { accounts: [account('a')] }, shop: { accounts: [account('b')] } }),
    )
    expect(body.details).toMatchObject([
      { path: '/providers/nope' },
      { path: '/providers/shop/accounts/0/settings/subdomain' },
    ])
    for (const { path } of body.details) expect(body.error).toContain(`${path}: `)
  })

  test.each(['Acme', '-acme', 'a'.repeat(65), 'a%20b', '..%2Fx', 'é'])('the id %s', async (id) => {
    const { body } = await put(id, acme)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: '/tenant' }] })
  })
})

describe('GET /admin/tenants', () => {
  test('pages through all tenants by id, each once', async () => {
    const pages = openAdmin()
    try {
      const ids = ['a', 'b', 'c', 'constructor', 'd']
      for (const id of ids.toReversed()) await pages.call('PUT', `/admin/tenants/${id}`, { body: acme })
      const seen: string[] = []
      let cursor = ''
      do {
        const { body } = await pages.call('GET', `/admin/tenants?limit=2${cursor && `&cursor=${cursor}`}`)
        seen.push(...body.tenants.map(({ id }: { id: string }) => id))
        cursor = body.next_cursor
      } while (cursor !== null)
      expect(seen).toEqual(ids)
      expect((await pages.call('GET', '/admin/tenants?limit=5')).body.next_cursor).toBe(null)
    } finally {
      await pages.close()
    }
  })

  test('finds tenants by a part of their id or name, page by page', async () => {
    const named = openAdmin()
    const names = { 'cust-1': 'Müller & Söhne', 'cust-2': 'Acme', 'mueller-2': 'Another', 'cust-3': 'Müllerei' }
    try {
      for (const [id, name] of Object.entries(names)) {
        await named.call('PUT', `/admin/tenants/${id}`, { body: { ...acme, name } })
      }
      const ids = async (query: string) => {
        const { body } = await named.call('GET', `/admin/tenants?${query}`)
        return [body.tenants.map(({ id }: { id: string }) => id), body.next_cursor]
      }
      expect(await ids(`q=${encodeURIComponent('MÜLLER')}`)).toEqual([['cust-1', 'cust-3'], null])
      expect(await ids('q=MUELLER')).toEqual([['mueller-2'], null])
      const [first, cursor] = await ids('q=cust&limit=2')
      expect([first, await ids(`q=cust&limit=2&cursor=${cursor}`)]).toEqual([
        ['cust-1', 'cust-2'],
        [['cust-3'], null],
      ])
    } finally {
      await named.close()
    }
  })

  test('holds the thread for less than 20 ms to search among 10,000 tenants', async () => {
    const many = openAdmin()
    try {
      const how = { now: new Date(), prune: false }
      const tenant = {
        ...acme,
        status: 'active',
        providers: {},
        options: { allow_raw: false, tools: 'domains' },
      } as const
      const numbers = Array.from({ length: 10_000 }, (_, index) => index)
      await Promise.all(numbers.map((n) => many.store.tenants.put(`t-${n}`, { ...tenant, name: `Customer ${n}` }, how)))
      const search = async () =>
        expect((await many.call('GET', '/admin/tenants?q=omer%209999')).body.tenants).toMatchObject([{ id: 't-9999' }])
      const times: number[] = []
      for (const _ of Array(5)) times.push((await longestTurn(search)) / slowness())
      expect(Math.min(...times)).toBeLessThan(20)
    } finally {
      await many.close()
    }
  })

  test.each([
    ['q=', '/q', 'at least 1'],
    ['q=a%00b', '/q', 'no control characters'],
    ['limit=0', '/limit', 'at least 1'],
    ['limit=1001', '/limit', 'at most 1000'],
    ['limit=ten', '/limit', 'an integer'],
    ['limit=', '/limit', 'an integer'],
    ['cursor=nonsense', '/cursor', 'not a cursor of this list'],
    ['limit=1&limit=2', '/limit', 'is repeated'],
    ['a%2Fb~=1&a%2Fb~=2', '/a~1b~0', 'is repeated'],
    ['page=2', '/page', 'unknown parameter'],
  ])('refuses ?%s', async (query, path, message) => {
    const { body } = await admin.call('GET', `/admin/tenants?${query}`)
    expect(body).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path, message: expect.stringContaining(message) }],
    })
  })
})
