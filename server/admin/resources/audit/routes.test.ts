import { hashToken } from '@patchbay/core/store'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseMoment } from '../../route/values/moment.ts'
import { type Admin, acme, adminKey, openAdmin } from '../../testing/open-admin.ts'

let admin: Admin
beforeAll(async () => {
  admin = openAdmin()
  for (const tenant of ['acme', 'globex']) {
    await admin.call('PUT', `/admin/tenants/${tenant}`, { body: acme })
    await admin.call('GET', `/admin/tenants/${tenant}`)
  }
  await admin.call('PUT', '/admin/tokens/acme/hubspot/sales-eu', { body: { access_token: 'pat' } })
  await admin.call('GET', '/admin/tenants/nobody')
})
afterAll(() => admin.close())

interface Entry {
  readonly id: string
  readonly action: string
  readonly key: string
}

const query = async (search: string): Promise<Entry[]> =>
  (await admin.call('GET', `/admin/audit?${search}`)).body.entries

const lines = (entries: readonly Entry[]): string[] => entries.map(({ action, key }) => `${action} ${key}`)

describe('GET /admin/audit', () => {
  test.each([
    ['tenant=acme', ['put_token tokens/acme/hubspot/sales-eu', 'get_tenant tenants/acme', 'put_tenant tenants/acme']],
    ['action=get_tenant', ['get_tenant tenants/nobody', 'get_tenant tenants/globex', 'get_tenant tenants/acme']],
    ['key=tokens/acme/hubspot/sales-eu', ['put_token tokens/acme/hubspot/sales-eu']],
    ['source=admin&action=put_tenant&tenant=globex', ['put_tenant tenants/globex']],
    ['source=rest', []],
    ['reads=false&tenant=acme', ['put_token tokens/acme/hubspot/sales-eu', 'put_tenant tenants/acme']],
    ['calls=true', []],
    ['tenant=acm', []],
    ['tenant=acme&since=1h&action=put_tenant', ['put_tenant tenants/acme']],
    ['tenant=acme&since=2100-01-01', []],
    ['tenant=acme&until=2100-01-01&action=put_tenant', ['put_tenant tenants/acme']],
    ['tenant=acme&until=1h', []],
    ['code=TENANT_NOT_FOUND', ['get_tenant tenants/nobody']],
    ['code=TENANT_NOT', []],
    ['outcome=error&source=admin', ['get_tenant tenants/nobody']],
    ['outcome=ok&action=get_tenant&tenant=globex', ['get_tenant tenants/globex']],
    [`token_id=${hashToken(adminKey).slice(0, 12)}&action=put_token`, ['put_token tokens/acme/hubspot/sales-eu']],
    ['token_id=000000000000', []],
    ['request_id=request-1&tenant=globex&action=put_tenant', ['put_tenant tenants/globex']],
    ['request_id=request-2', []],
  ])('with %s finds, newest first, %j', async (search, want) => {
    expect(lines(await query(search))).toEqual(want)
  })

  test('an entry says who, what, when and how it ended', async () => {
    const [entry] = await query('action=get_tenant&tenant=nobody')
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      tenant: 'nobody',
      action: 'get_tenant',
      source: 'admin',
      key: 'tenants/nobody',
      outcome: 'error',
      code: 'TENANT_NOT_FOUND',
      status: 404,
      ip: '127.0.0.1',
      token_id: hashToken(adminKey).slice(0, 12),
      request_id: 'request-1',
      reason: expect.stringContaining('nobody'),
      duration_ms: expect.any(Number),
      count: 1,
      billable: false,
    })
  })

  test('pages through all entries of a filter, each once', async () => {
    const whole = await query('source=admin&action=get_tenant')
    const seen: Entry[] = []
    let cursor = ''
    do {
      const search = `source=admin&action=get_tenant&limit=1${cursor && `&cursor=${cursor}`}`
      const { body } = await admin.call('GET', `/admin/audit?${search}`)
      seen.push(...body.entries)
      cursor = body.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual(whole)
    expect(seen).toHaveLength(3)
  })

  test('finds an entry by a key that holds the URL of a client', async () => {
    const client = `https://app.example/${'a'.repeat(2048 - 'https://app.example/'.length)}`
    await admin.call('DELETE', `/admin/clients/${encodeURIComponent(client)}`)
    const { key } = (await query('action=delete_client'))[0] as Entry
    expect(key).toBe(`clients/${client}`)
    expect(lines(await query(`key=${encodeURIComponent(key)}`))).toEqual([`delete_client ${key}`])
  })

  test('is audited itself', async () => {
    await query('tenant=acme')
    expect(await admin.newestEntry()).toMatchObject({ action: 'query_audit', key: 'audit', outcome: 'ok', status: 200 })
  })

  test.each([
    ['limit=0', '/limit', 'at least 1'],
    ['limit=1001', '/limit', 'at most 1000'],
    ['limit=1e2', '/limit', 'an integer'],
    ['source=api', '/source', 'one of "rest", "mcp", "admin", "oauth", "job"'],
    ['since=yesterday', '/since', 'ISO 8601'],
    ['until=tomorrow', '/until', 'ISO 8601'],
    ['outcome=failed', '/outcome', 'one of "ok", "error"'],
    ['token_id=abc', '/token_id', ''],
    ['cursor=bm9uc2Vuc2U', '/cursor', 'not a cursor'],
    ['tenant=a&tenant=b', '/tenant', 'is repeated'],
    ['tennant=a', '/tennant', 'did you mean `tenant`?'],
  ])('refuses ?%s', async (search, path, message) => {
    const { body } = await admin.call('GET', `/admin/audit?${search}`)
    expect(body).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path, message: expect.stringContaining(message) }],
    })
  })
})

describe('since', () => {
  const now = new Date('2026-11-20T12:00:00Z')

  test.each([
    ['30m', '2026-11-20T11:30:00.000Z'],
    ['24h', '2026-11-19T12:00:00.000Z'],
    ['7d', '2026-11-13T12:00:00.000Z'],
    ['999999d', '1970-01-01T00:00:00.000Z'],
    ['1795176000', '2026-11-20T12:00:00.000Z'],
    ['0', '1970-01-01T00:00:00.000Z'],
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T10:00:00Z', '2026-11-01T10:00:00.000Z'],
    ['2026-11-01T10:00:00.250+02:00', '2026-11-01T08:00:00.250Z'],
    ['2026-11-01T10:00:00 02:00', '2026-11-01T08:00:00.000Z'],
  ])('%s is %s', (text, want) => {
    expect(parseMoment('since', text, now).toISOString()).toBe(want)
  })

  test.each(['', '7w', '-1h', '1.5h', '1795176000000', '2026-02-30', '2026-11-01T10:00:00', 'now'])(
    '%j is refused, and the error names the three valid forms',
    (text) => {
      expect(() => parseMoment('since', text, now)).toThrow(/ISO 8601.*Unix seconds.*span/)
    },
  )
})

describe('a search of the log', () => {
  let admin: Admin
  beforeEach(() => {
    admin = openAdmin()
  })
  afterEach(() => admin.close())

  const find = async (query: string) => {
    const { status, body } = await admin.call('GET', `/admin/audit?calls=true&names=true&${query}`)
    expect(status).toBe(200)
    return body
  }

  /** The entries of all pages: on a busy machine a page ends after its time. */
  const findAll = async (query: string): Promise<readonly { status: number; action: string }[]> => {
    const { entries, next_cursor } = await find(query)
    if (next_cursor === null) return entries
    const { cursor = '', ...rest } = Object.fromEntries(new URLSearchParams(query))
    expect(next_cursor).not.toBe(cursor)
    const next = new URLSearchParams({ ...rest, cursor: next_cursor })
    return [...entries, ...(await findAll(next.toString()))]
  }

  test('finds words, names, lists of values, statuses and times, and names tenants and tokens', async () => {
    await admin.call('PUT', '/admin/tenants/acme', { body: { ...acme, name: 'Acme of London' } })
    const registration = await admin.call('POST', '/admin/auth', {
      body: { tenant_id: 'acme', label: 'Claude of the sales team' },
    })
    const { token_id } = registration.body
    const call = { source: 'rest', tenant: 'acme', action: 'search', key: 'hubspot/sales-eu', token_id } as const
    const fails = { code: 'UPSTREAM_ERROR', status: 401, reason: 'The API key is missing or wrong', duration_ms: 30 }
    await admin.auditLog.record({ ...call, ...fails })
    await admin.auditLog.record({ ...call, token_id: null, tenant: 'globex', action: 'create', duration_ms: 900 })
    await admin.auditLog.record({ ...call, key: 'stripe/constructor', action: 'list_deals', token_id: null })
    const failed = [[401, 'search']]
    const table: readonly (readonly [query: string, found: unknown])[] = [
      ['q=missing', failed],
      ['q=claude', failed],
      ['q=claude+wrong', failed],
      ['q=claude+deals', []],
      ['q=london+401', []],
      ['q=LONDON', [[200, 'list_deals'], ...failed]],
      ['q=status:nonsense', []],
      ['status=401', failed],
      ['status=4xx,502', failed],
      ['provider=stripe', [[200, 'list_deals']]],
      ['reason=api+key', failed],
      ['label=sales', failed],
      ['label=nobody', []],
      ['over=200ms', [[200, 'create']]],
      ['over=0.2s', [[200, 'create']]],
      ['over=2s', []],
      [
        'action=create,list_deals',
        [
          [200, 'list_deals'],
          [200, 'create'],
        ],
      ],
      ['tenant=globex,nobody', [[200, 'create']]],
      ['code=UPSTREAM_ERROR,TIMEOUT&tenant=acme', failed],
      ['outcome=error,unknown', failed],
      ['tenant=acme&status=!401', [[200, 'list_deals']]],
      ['tenant=acme,globex&status=!4xx,!500&token_id=!000000000000&provider=!stripe', [[200, 'create']]],
      ['provider=!hubspot&source=rest', [[200, 'list_deals']]],
      ['code=!UPSTREAM_ERROR&tenant=acme,!nobody', [[200, 'list_deals']]],
      ['source=rest&action=!create,!list_deals', failed],
      ['outcome=!ok&source=rest', failed],
      ['tenant=acme,!acme', []],
      ['source=mcp,rest&outcome=error', failed],
      ['source=mcp,admin', []],
      [
        'key=hubspot/sales-eu,stripe/constructor&outcome=ok,unknown',
        [
          [200, 'list_deals'],
          [200, 'create'],
        ],
      ],
    ]
    for (const [query, want] of table) {
      const seen = (await findAll(query)).map(({ status, action }) => [status, action])
      expect([query, seen]).toEqual([query, want])
    }
    const { names } = await find('q=claude')
    expect(names).toEqual({ tenants: { acme: 'Acme of London' }, tokens: { [token_id]: 'Claude of the sales team' } })
  })

  test('is counted by time, and its failures by cause, with the names of those that they concern', async () => {
    await admin.call('PUT', '/admin/tenants/acme', { body: { ...acme, name: 'Acme of London' } })
    const call = { source: 'rest', tenant: 'acme', action: 'search', key: 'hubspot/sales-eu' } as const
    const limited = { code: 'UPSTREAM_ERROR', status: 429 }
    await admin.auditLog.record(call)
    await admin.auditLog.record({ ...call, ...limited, reason: 'Ten calls in 1.5 s; wait 3 s (ref 3f2a-77)' })
    await admin.auditLog.record({ ...call, ...limited, reason: 'Ten calls in 0.2 s; wait 12 s (ref 9bc1-02)' })
    await admin.auditLog.record({ ...call, ...limited, key: 'stripe/main', reason: 'Ten calls in 1.5 s; wait 3 s' })
    await admin.auditLog.record({ ...call, code: 'TOKEN_EXPIRED', status: 401, reason: 'The token has expired' })
    const count = async (query: string) => (await admin.call('GET', `/admin/audit/counts?calls=true&${query}`)).body
    const all = await count('since=1h')
    expect(all).toMatchObject({ ok: 1, failed: 4, unknown: 0, counted_to: null, step_seconds: 120, causes_total: 3 })
    expect(all.bars.at(-1)).toMatchObject({ ok: 1, failed: 4 })
    expect(all.names).toEqual({ tenants: { acme: 'Acme of London' }, tokens: {} })
    const [most] = all.causes
    expect(most).toMatchObject({
      provider: 'hubspot',
      status: 429,
      calls: 2,
      tenants: { count: 1, only: 'acme' },
      accounts: { count: 1, only: 'sales-eu' },
    })
    const shared = encodeURIComponent(most.shared_reason)
    expect(await count(`provider=hubspot&status=429&reason=${shared}`)).toMatchObject({ failed: 2, causes_total: 1 })
    expect(await count('status=401,404')).toMatchObject({ ok: 0, failed: 1 })
    expect(await count('until=1h&since=2h')).toMatchObject({ ok: 0, failed: 0, causes: [] })
  })

  test('goes on with the next page', async () => {
    for (const action of ['one', 'two', 'three'])
      await admin.auditLog.record({ source: 'rest', action, key: 'hubspot/a', tenant: 'acme', reason: 'It broke' })
    const entries = await findAll('q=broke&limit=2')
    expect(entries.map(({ action }) => action)).toEqual(['three', 'two', 'one'])
  })

  test('refuses what is no status and no time with a sentence', async () => {
    for (const query of ['status=abc', 'over=soon', 'status=900']) {
      const { status, body } = await admin.call('GET', `/admin/audit?${query}`)
      expect([query, status]).toEqual([query, 400])
      expect(body.error).toMatch(/must be a (status|time) like/)
    }
  })
})
