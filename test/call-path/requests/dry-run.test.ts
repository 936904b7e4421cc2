// Test lanes: both-stores, long-on-mongodb

import { file, signed, Type, write } from '@patchbay/core/provider'
import { describe, expect, it } from 'vitest'
import { asShown, withoutBoundary } from '../../providers/as-shown.ts'
import { answer } from '../../providers/scripted.ts'
import {
  byCookie,
  byHeader,
  byKeys,
  byPair,
  byQuery,
  byTokenHeader,
  fixture,
  open,
  variant,
} from '../fixture-provider.ts'
import { secret, startFixture } from '../start-fixture.ts'

const uploads = {
  attach: write('POST /things/{id}/files', {
    description: 'Attach a file to a thing',
    params: { id: Type.String(), picture: file(1000, 'The picture'), note: Type.String() },
    encoding: 'multipart',
  }),
  send_bytes: write('PUT /things/{id}/content', {
    description: 'Send the bytes of a thing',
    params: { id: Type.String(), content: file(1000, 'The bytes') },
    encoding: 'bytes',
  }),
}

const auth = signed({
  secrets: ['signing_key'],
  sign: ({ at, url }, { signing_key }) => ({
    headers: { Date: at.toUTCString(), Authorization: `HMAC ${signing_key.length}${url.length}` },
    query: { sig: `${signing_key}!` },
  }),
})

const named = { app_id: 'app/1', api_key: 'dd=1', session: 'sess ion' }
const providers = [
  variant('fixture', { actions: { ...fixture.actions, ...uploads } }),
  byHeader,
  byTokenHeader,
  byQuery,
  byCookie,
  byKeys,
  byPair,
  open,
  variant('by-signature', { auth }),
]
const { call, gateway, upstream, audited } = await startFixture({
  providers,
  credentials: {
    'by-pair': 'key-id:pass:word/1',
    'by-keys': { secrets: named },
    'by-signature': { secrets: { signing_key: 'signing/key' } },
    open: null,
  },
})
const setOptions = (options: object) => gateway.admin('PATCH', '/admin/tenants/acme', { options })
await setOptions({ allow_raw: true })

/** The credential as requests have it, percent-encoded and in base64 too. */
const written = [secret, 'key-id:pass:word/1', ...Object.values(named), 'signing/key!', 'HMAC 11'].flatMap((text) => [
  text,
  encodeURIComponent(text),
  Buffer.from(text).toString('base64'),
])

/** The answer to a dry run, with a check that nothing was sent. */
const shown = async (body: object, domain = 'fixture') => {
  const answered = await call({ ...body, dry_run: true }, [answer(200, {})], domain)
  expect(answered.sent).toEqual([])
  return answered
}

const picture = {
  filename: 'a.png',
  media_type: 'image/png',
  content: Buffer.from([0x89, 0x50, 0xff]).toString('base64'),
}

describe('a dry run shows the request byte for byte', () => {
  it.each<[what: string, body: object, domain?: string]>([
    ['of a write', { action: 'create', name: 'Ünï "quoted"\n' }],
    ['of a form', { action: 'pay', amount: 5, metadata: { 'a b': '&=' }, means: ['card', 'cash'] }],
    ['of a read with a header and a query', { action: 'get', id: 'a/b', note: 'now', filter: { a: 'b c' } }],
    ['of a read that is cached', { action: 'look', id: '1', colour: 'red' }],
    ['of the first page of a list', { action: 'list_by_cursor', limit: 1 }],
    ['of a list whose first page has a number', { action: 'list_by_page_total', limit: 5 }],
    ['of a search with its size in the body', { action: 'search_deep', limit: 5, sort: 'name' }],
    ['of a raw request', { action: 'raw', method: 'PATCH', path: '/any', query: { q: '1 2' }, body: { a: [1] } }],
    ['of an upload in parts', { action: 'attach', id: '1', picture, note: 'ü' }],
    ['of an upload of text', { action: 'attach', id: '1', picture: { ...picture, content: 'YQ==' }, note: 'ü' }],
    ['of bytes', { action: 'send_bytes', id: '1', content: picture }],
    ['with a key in a header', { action: 'get', id: '1' }, 'by-header'],
    ['with a token in a header of its own', { action: 'get', id: '1' }, 'by-token-header'],
    ['with a key in the query', { action: 'look', id: '1', shade: '(credential)' }, 'by-query'],
    ['with a key in a cookie', { action: 'get', id: '1' }, 'by-cookie'],
    ['with several keys', { action: 'get', id: '1' }, 'by-keys'],
    ['with a pair', { action: 'get', id: '1' }, 'by-pair'],
    ['without a credential', { action: 'get', id: '1' }, 'open'],
  ])('%s', async (_what, body, domain = 'fixture') => {
    // The same key for both, as every call without one gets a new one.
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const dry = await gateway.call('acme', domain, { ...body, dry_run: true }, { headers })
    expect(dry.body).toMatchObject({ success: true, status: 200, cache: 'BYPASS', data: { sends: false } })
    const before = upstream.requests.length
    await gateway.call('acme', domain, body, { headers })
    const [sent] = upstream.requests.slice(before)
    if (!sent) throw new Error('nothing was sent')
    expect(withoutBoundary(dry.body.data.request)).toEqual(asShown(upstream.origin, sent, written))
    for (const text of written) expect(dry.text).not.toContain(text)
  })

  it('with everything that a signature adds left out', async () => {
    const { body, text } = await shown({ action: 'look', id: '1', shade: 'grey' }, 'by-signature')
    const { url, headers } = body.data.request
    expect(url).toBe(`${upstream.origin}/things/1?shade=grey&sig=(credential)`)
    expect(headers).toMatchObject({ date: '(credential)', authorization: '(credential)', 'x-version': '7' })
    expect(text).not.toContain('signing')
  })

  it('with a note where each call gets a new key', async () => {
    const { body } = await shown({ action: 'pay', amount: 5 })
    expect(body.data.request.headers['idempotency-key']).toBe('(new key)')
  })
})

describe('a dry run checks all that the call would', () => {
  const get = { action: 'get', id: '1' }

  it('the parameters', async () => {
    expect((await shown({ action: 'get' })).body).toMatchObject({ code: 'VALIDATION_ERROR', error: '/id: is required' })
    expect((await shown({ action: 'weigh', least: 2, most: 1 })).body.code).toBe('VALIDATION_ERROR')
    const { body } = await call({ ...get, dry_run: 'yes' })
    expect(body.details).toEqual([{ path: '/dry_run', message: 'must be true or false' }])
  })

  it('the policies', async () => {
    await setOptions({ deny: ['fixture:create'] })
    expect((await shown({ action: 'create', name: 'x' })).body.code).toBe('FORBIDDEN')
    await setOptions({ deny: null })
  })

  it('the quota, of which it takes nothing', async () => {
    const billing = { plan: 'p', currency: 'EUR', included_calls: 0, price_per_call: '0', hard_limit: true }
    await gateway.admin('PUT', '/admin/billing/acme', { ...billing, hard_limit: false })
    const { totals, cost } = (await gateway.admin('GET', '/admin/usage/acme')).body
    const billed = cost.billable_calls
    await gateway.admin('PUT', '/admin/billing/acme', { ...billing, monthly_limit: billed + 1 })
    for (let n = 0; n < 3; n++) expect((await shown(get)).status).toBe(200)
    expect((await call(get)).status).toBe(200)
    expect((await shown(get)).body).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    await gateway.admin('PUT', '/admin/billing/acme', { ...billing, monthly_limit: billed + 1, hard_limit: false })
    const after = (await gateway.admin('GET', '/admin/usage/acme')).body
    expect([after.cost.billable_calls, after.totals.calls]).toEqual([billed + 1, totals.calls + 5])
  })

  it('the credential, for which it asks no token endpoint', async () => {
    const path = '/admin/tokens/acme/fixture/main'
    await gateway.admin('DELETE', path)
    expect((await shown(get)).body.code).toBe('TOKEN_MISSING')
    await gateway.admin('PUT', path, { access_token: secret, expires_at: 1 })
    expect((await shown(get)).body.code).toBe('TOKEN_EXPIRED')
    await gateway.admin('POST', '/admin/seed-oauth', {
      tenant_id: 'acme',
      provider: 'fixture',
      account_id: 'main',
      client_id: 'c',
      client_secret: 's',
      refresh_token: 'r',
      token_endpoint: `${upstream.origin}/token`,
    })
    await gateway.admin('PUT', path, { access_token: secret, expires_at: 1 })
    expect((await shown(get)).body.data.request.headers.authorization).toBe('Bearer (credential)')
    await gateway.admin('PUT', path, { access_token: secret })
  })
})

it('a dry run is in the audit log, where it says that nothing was sent, and on no bill', async () => {
  await shown({ action: 'create', name: 'x' })
  const entry = await audited()
  expect(entry).toMatchObject({ action: 'create', outcome: 'ok', code: null, reason: 'Dry run: nothing was sent' })
  const { calls } = (await gateway.admin('GET', `/admin/calls/${entry.id}`)).body
  expect(calls).toMatchObject([{ cache: 'BYPASS', tries: [], reason: 'Dry run: nothing was sent' }])
})

it('a dry run neither fills nor empties the cache', async () => {
  const look = { action: 'look', id: 'kept' }
  expect((await shown(look)).body.cache).toBe('BYPASS')
  expect((await call(look)).body.cache).toBe('MISS')
  await shown({ action: 'create', name: 'x' })
  await shown(look)
  expect((await call(look)).body.cache).toBe('HIT')
  expect((await call({ ...look, dry_run: false })).body.cache).toBe('HIT')
})
