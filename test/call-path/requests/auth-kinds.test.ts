import { apiKey, type Fields, keys, type RequestHeaders, read, Type } from '@patchbay/core/provider'
import { describe, expect, it } from 'vitest'
import { answer, redirect } from '../../providers/scripted.ts'
import {
  byCookie,
  byHeader,
  byKeys,
  byPair,
  byPassword,
  byQuery,
  byTokenHeader,
  byUsername,
  fixture,
  open,
  variant,
} from '../fixture-provider.ts'
import { secret, startFixture } from '../start-fixture.ts'

/** A plugin that tries to set credentials by itself, past the type checker, which doesn't let it. */
const sly = (headers: Record<string, string>, query: Fields = {}) => ({
  actions: {
    get: read('GET /things', {
      description: 'Tries to send another credential',
      params: { id: Type.String() },
      request: () => ({ headers: headers as RequestHeaders, query: { id: undefined, ...query } }),
    }),
  },
})

const providers = [
  fixture,
  byHeader,
  byTokenHeader,
  byQuery,
  byCookie,
  byKeys,
  open,
  byPair,
  byUsername,
  byPassword,
  variant('by-body', { auth: apiKey({ body: 'api_key' }) }),
  variant('by-parts', { auth: keys({ app: { body: 'app' }, key: { header: 'X-Key' } }) }),
  variant('sly-header', { ...sly({ 'x-API-key': 'mine' }), auth: byHeader.auth }),
  variant('sly-query', { ...sly({}, { api_key: 'mine', 'a b': '&' }), auth: byQuery.auth }),
  variant('sly-oauth', sly({ Authorization: 'Bearer mine' })),
  variant('sly-cookie', sly({ cookie: 'a=b' })),
  variant('sly-host', sly({ Host: 'elsewhere.example' })),
]
const named = { app_id: 'app/1', api_key: 'dd=1', session: 'sess ion' }
const { call, gateway } = await startFixture({
  providers,
  credentials: {
    'by-pair': 'key-id:pass:word/1',
    'by-keys': { secrets: named },
    'by-parts': { secrets: { app: 'app/1', key: 'k-1' } },
    open: null,
  },
})
const get = { action: 'get', id: '1' }
const works = [answer(200, {})]
const basicOf = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`

describe('the credential that the provider receives', () => {
  const inHeader: [domain: string, header: string, value: string][] = [
    ['fixture', 'authorization', `Bearer ${secret}`],
    ['by-header', 'x-api-key', `Token ${secret}`],
    ['by-token-header', 'x-access-token', secret],
    ['by-pair', 'authorization', basicOf('key-id:pass:word/1')],
    ['by-username', 'authorization', basicOf(`${secret}:`)],
    ['by-password', 'authorization', basicOf(`api:${secret}`)],
  ]
  it.each(inHeader)('of %s stands in the header %s and nowhere else', async (domain, header, value) => {
    const { status, sent } = await call(get, works, domain)
    expect(status).toBe(200)
    expect(sent[0]?.headers[header]).toBe(value)
    expect(sent[0]?.url).toBe('/things/1')
    expect(JSON.stringify(sent).split(JSON.stringify(value).slice(1, -1))).toHaveLength(2)
  })

  it('of an API key for the body stands in JSON and in forms, and not in a request without one', async () => {
    const json = (await call({ action: 'create', name: 'x' }, works, 'by-body')).sent[0]
    expect(JSON.parse(json?.body ?? '')).toEqual({ name: 'x', api_key: secret })
    const form = (await call({ action: 'pay', amount: 1 }, works, 'by-body')).sent[0]
    expect(new URLSearchParams(form?.body).get('api_key')).toBe(secret)
    expect(JSON.stringify([json?.headers, json?.url, form?.headers])).not.toContain('7f3a')
    expect((await call(get, works, 'by-body')).sent[0]).toMatchObject({ body: '', url: '/things/1' })
    const parts = (await call({ action: 'create', name: 'x' }, works, 'by-parts')).sent[0]
    expect([JSON.parse(parts?.body ?? ''), parts?.headers['x-key']]).toEqual([{ name: 'x', app: 'app/1' }, 'k-1'])
  })

  it('of an API key for the body isn’t shown by a dry run, or by an answer that repeats it', async () => {
    for (const action of [
      { action: 'create', name: 'x' },
      { action: 'pay', amount: 1 },
    ]) {
      const { text, body, sent } = await call({ ...action, dry_run: true }, works, 'by-body')
      expect([sent, text.includes('7f3a')]).toEqual([[], false])
      expect(body.data.request.body).toContain('(credential)')
    }
    const echo = await call({ action: 'create', name: 'x' }, [answer(200, { sent: { api_key: secret } })], 'by-body')
    expect(echo.text).not.toContain('7f3a')
  })

  it('of an API key for a cookie stands there once, encoded', async () => {
    const { status, sent } = await call(get, works, 'by-cookie')
    expect(status).toBe(200)
    expect(sent[0]?.headers.cookie).toBe(`session=${encodeURIComponent(secret)}`)
    expect(sent[0]?.headers.authorization).toBeUndefined()
  })

  it('of an API key for the query stands there once, encoded, and in no header', async () => {
    const { sent } = await call({ ...get, filter: { a: 'b' } }, works, 'by-query')
    const url = new URL(sent[0]?.url ?? '', 'http://upstream')
    expect(url.searchParams.getAll('api_key')).toEqual([secret])
    expect(url.searchParams.get('filter[a]')).toBe('b')
    expect(sent[0]?.headers.authorization).toBeUndefined()
    expect(JSON.stringify(sent[0]?.headers)).not.toContain(JSON.stringify(secret).slice(1, -1))
  })

  it('of an API key for the query goes along to every page, whatever the link says', async () => {
    const list = { action: 'list_by_link', limit: 4 }
    const link = { link: '</more?p=2&api_key=mine>; rel="next"' }
    const { sent } = await call(list, [answer(200, [{ id: 1 }], link), answer(200, [{ id: 2 }])], 'by-query')
    const keys = sent.map(({ url }) => new URL(url, 'http://upstream').searchParams.getAll('api_key'))
    expect(keys).toEqual([[secret], [secret]])
  })

  it('of an API key for the query is not told to the caller by the next page’s URL', async () => {
    const list = { action: 'list_by_url', limit: 4 }
    const next = `/things?p=2&api_key=${encodeURIComponent(secret)}`
    const { body, sent } = await call(
      list,
      [answer(200, { data: [{ id: 1 }], links: { next } }), answer(200, { data: [{ id: 2 }], links: { next } })],
      'by-query',
    )
    expect(body.data).toEqual({ data: [{ id: 1 }, { id: 2 }], links: { next: '/things?p=2&api_key=[redacted]' } })
    expect(new URL(sent[1]?.url ?? '', 'http://upstream').searchParams.getAll('api_key')).toEqual([secret])
  })

  it('does not go along where a redirect leads to another origin', async () => {
    const { body, sent } = await call(get, [redirect('http://127.0.0.1:1/')])
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502 })
    expect(sent).toHaveLength(1)
  })
})

describe('a provider with a public API', () => {
  it('is called without a credential, and none has to be stored', async () => {
    const { status, sent } = await call(get, works, 'open')
    expect(status).toBe(200)
    expect(sent[0]?.url).toBe('/things/1')
    const { authorization, cookie, 'x-version': version } = sent[0]?.headers ?? {}
    expect({ authorization, cookie, version }).toEqual({ authorization: undefined, cookie: undefined, version: '7' })
  })

  it('has its answers cached like any other', async () => {
    const look = { action: 'look', id: 'cached' }
    const caches = [await call(look, works, 'open'), await call(look, works, 'open')].map(({ body }) => body.cache)
    expect(caches).toEqual(['MISS', 'HIT'])
  })

  it('answers its own 401, as there is nothing to renew', async () => {
    expect((await call(get, [answer(401, {})], 'open')).body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 401 })
  })

  it('takes no credential', async () => {
    const { body } = await gateway.admin('PUT', '/admin/tokens/acme/open/main', { access_token: 'x' })
    expect(body).toMatchObject({
      code: 'VALIDATION_ERROR',
      error: 'this provider takes no credential: its API is public',
    })
  })

  it('takes no seed either', async () => {
    const seed = { client_id: 'c', client_secret: 's', refresh_token: 'r', token_endpoint: 'https://a.example/token' }
    const account = { tenant_id: 'acme', provider: 'open', account_id: 'main' }
    const { body } = await gateway.admin('POST', '/admin/seed-oauth', { ...account, ...seed })
    expect(body.details).toEqual([
      {
        path: '/provider',
        message: 'has no OAuth, so there is nothing to refresh: its API is public, so it needs no credential',
      },
    ])
  })
})

describe('a provider that takes several keys', () => {
  const path = '/admin/tokens/acme/by-keys/main'

  it('receives each in its place', async () => {
    const { status, sent } = await call(get, works, 'by-keys')
    expect(status).toBe(200)
    expect(sent[0]?.url).toBe('/things/1?app=app%2F1')
    expect(sent[0]?.headers).toMatchObject({ 'dd-api-key': 'dd=1', cookie: 'session=sess%20ion' })
    expect(sent[0]?.headers.authorization).toBeUndefined()
  })

  it.each([
    ['without one of them', { secrets: { app_id: 'a', api_key: 'b' } }, '/secrets/session: is required'],
    ['without any', {}, '/secrets/app_id: is required; /secrets/'],
    ['with an unknown one', { secrets: { ...named, 'x/y': 'a' } }, '/secrets/x~1y: is not a secret of this provider'],
    ['with an empty one', { secrets: { ...named, session: '' } }, '/secrets/session: '],
    ['with a line break in one', { secrets: { ...named, session: 'a\nb' } }, '/secrets/session: must be Latin-1 text'],
    ['as one text', { access_token: 'a' }, '/access_token: is not for this provider, whose secrets have names'],
  ])('stores none of them %s', async (_how, body, error) => {
    const answered = await gateway.admin('PUT', path, body)
    expect(answered.body).toMatchObject({ code: 'VALIDATION_ERROR', error: expect.stringContaining(error) })
    for (const text of [...Object.values(named), 'a\\nb']) expect(answered.text).not.toContain(text)
    expect((await call(get, works, 'by-keys')).sent[0]?.headers['dd-api-key']).toBe('dd=1')
  })

  it('shows none of them in the state of the credential', async () => {
    const { body, text } = await gateway.admin('GET', path)
    expect(body).toMatchObject({ state: 'valid' })
    for (const secret of Object.values(named)) expect(text).not.toContain(secret)
  })

  it('is not the only kind: others refuse named secrets', async () => {
    const { body } = await gateway.admin('PUT', '/admin/tokens/acme/by-header/main', { secrets: named })
    expect(body.error).toBe('/secrets: is only for providers whose secrets have names: send `access_token`')
  })
})

describe('a plugin’s call can not replace it', () => {
  it('in the header of an API key', async () => {
    expect((await call(get, works, 'sly-header')).sent[0]?.headers['x-api-key']).toBe(`Token ${secret}`)
  })

  it('in the query', async () => {
    const { sent } = await call(get, works, 'sly-query')
    const { searchParams } = new URL(sent[0]?.url ?? '', 'http://upstream')
    expect([...searchParams]).toEqual([
      ['a b', '&'],
      ['api_key', secret],
    ])
  })

  it.each(['sly-oauth', 'sly-cookie', 'sly-host'])(
    'and a header that no plugin may set (%s) is a bug that sends nothing',
    async (domain) => {
      const { body, sent } = await call(get, works, domain)
      expect(body).toMatchObject({ code: 'INTERNAL_ERROR', status: 500 })
      expect(sent).toEqual([])
    },
  )
})

describe('no answer holds a credential', () => {
  it.each(['fixture', 'by-query', 'by-header', 'by-pair'])(
    'when the provider of %s can not be understood',
    async (domain) => {
      for (const script of [answer(500, ''), answer(200, 'x'), redirect('http://a.example/')]) {
        const { text, headers } = await call({ action: 'create', name: 'x' }, [script], domain)
        for (const part of [secret, encodeURIComponent(secret), 'pass:word', basicOf('key-id:pass:word/1').slice(6)]) {
          expect(text).not.toContain(part)
          expect(JSON.stringify([...headers])).not.toContain(part)
        }
      }
    },
  )
})
