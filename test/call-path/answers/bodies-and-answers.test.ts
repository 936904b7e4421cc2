import {
  apiKey,
  cursor,
  file,
  list,
  object,
  optional,
  pattern,
  provider,
  read,
  selfHosted,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import { describe, expect, it } from 'vitest'
import { answer } from '../../providers/scripted.ts'
import { secret, startFixture } from '../start-fixture.ts'

const name = text(100, 'A name')
const rest = { description: 'An example' }
const range = object({ min: Type.Integer(), ...optional({ max: Type.Integer(), of: list(name, { max: 2 }) }) })

const drawer = provider({
  id: 'drawer',
  title: 'Drawer',
  origin: 'https://drawer.example.com',
  auth: apiKey({ header: 'X-Key' }),
  actions: {
    upload: write('POST /folders/{folder}/files', {
      ...rest,
      encoding: 'multipart',
      params: {
        folder: name,
        data: file(1000, 'The file'),
        ...optional({ title: name, tags: list(name, { max: 3 }), meta: Type.Object({ a: Type.Integer() }) }),
      },
    }),
    attach: write('POST /attachments', {
      ...rest,
      encoding: 'multipart',
      params: { meta: Type.Record(Type.String(), Type.Unknown()) },
    }),
    put: write('PUT /files/{id}', {
      ...rest,
      encoding: 'bytes',
      params: { id: name, data: file(1000, 'The file'), overwrite: optional(Type.Boolean()) },
      in: { overwrite: 'query' },
    }),
    archive: write('POST /archive', { ...rest, encoding: 'bytes', params: { data: file(5_000_000, 'The file') } }),
    note: write('PUT /files/{id}/note', { ...rest, encoding: 'text', params: { id: name, words: name } }),
    pay: write('POST /payments', { ...rest, encoding: 'form', params: { amount: Type.Integer() } }),
    download: read('GET /files/{id}', { ...rest, params: { id: name }, answer: 'bytes', ttl: '1m' }),
    source: read('GET /files/{id}/source', { ...rest, params: { id: name }, answer: 'text' }),
    link: read('GET /files/{id}/link', { ...rest, params: { id: name }, answer: 'location' }),
    teams: read('POST /graphql', {
      ...rest,
      graphql: 'query ($name: String!, $first: Int, $after: String) { teams { nodes { id } pageInfo { endCursor } } }',
      params: { name },
      pages: cursor({
        items: '/data/teams/nodes',
        next: '/data/teams/pageInfo/endCursor',
        into: 'after',
        size: { into: 'first', max: 2 },
      }),
    }),
    rename_team: write('POST /graphql', {
      ...rest,
      graphql: 'mutation ($id: ID!) { renameTeam(id: $id) { id } }',
      params: { id: name },
    }),
    price: read('GET /prices', {
      ...rest,
      params: optional({
        as_members: range,
        by_comma: range,
        by_space: range,
        by_pipe: range,
        usual: range,
        ids: list(name, { max: 9 }),
        own: Type.Record(Type.String(), name),
        currency: name,
      }),
      styles: {
        as_members: 'explode',
        ids: 'explode',
        own: 'explode',
        by_comma: 'comma',
        by_space: 'space',
        by_pipe: 'pipe',
      },
    }),
    charge: write('POST /charges', {
      ...rest,
      encoding: 'form',
      params: { amount: range, limits: range },
      styles: { amount: 'explode', limits: 'comma' },
    }),
    find: read('GET /files', {
      ...rest,
      params: {
        session: name,
        ...optional({
          ids: list(name, { max: 9 }),
          kinds: list(name, { max: 9 }),
          words: list(name, { max: 9 }),
          path: name,
          sizes: list(Type.Integer(), { max: 9 }),
        }),
      },
      in: { session: 'cookie' },
      styles: { ids: 'comma', kinds: 'pipe', words: 'space', path: 'reserved' },
    }),
  },
})

const git = provider({
  id: 'git',
  title: 'Git server',
  origin: selfHosted('host'),
  settings: { host: pattern('^[a-z0-9.-]+$', 253, 'Host of the server') },
  auth: apiKey({ header: 'X-Key' }),
  actions: { get: read('GET /things/{id}', { ...rest, params: { id: name } }) },
})

const keyed = provider({
  id: 'keyed',
  title: 'Keyed',
  origin: 'https://keyed.example.com',
  auth: apiKey({ query: 'key' }),
  actions: {
    moved: read('GET /moved', { ...rest, params: {}, answer: 'location' }),
    price: drawer.actions.price,
  },
})

const { call, upstream, gateway } = await startFixture({
  providers: [drawer, git, keyed],
  origins: { git: 'http://unused.invalid' },
  env: { SELF_HOSTED_HOSTS: 'git.example.org,*.acme.example' },
})
const ask = (body: object, behaviour = answer(200, { ok: true })) => call(body, [behaviour], 'drawer')
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64')
const picture = { filename: 'ö "1".png', media_type: 'image/png', content: base64(new Uint8Array([0, 255, 13, 10])) }

describe('a body', () => {
  it('of multipart/form-data has a part for each parameter, and the bytes of a file as they are', async () => {
    const { status, sent } = await ask({
      action: 'upload',
      folder: 'a',
      data: picture,
      title: 'Été',
      tags: ['x', 'y'],
      meta: { a: 1 },
    })
    expect(status).toBe(200)
    const [request] = sent
    expect(request?.url).toBe('/folders/a/files')
    const type = request?.headers['content-type'] ?? ''
    expect(type).toMatch(/^multipart\/form-data; boundary=patchbay-[0-9a-f-]{36}$/)
    const form = await new Response(request?.bytes, { headers: { 'content-type': type } }).formData()
    const data = form.get('data') as File
    expect([data.type, [...(await data.bytes())]]).toEqual(['image/png', [0, 255, 13, 10]])
    expect(data.name).toMatch(/^ö /)
    expect([form.get('title'), form.getAll('tags')]).toEqual(['Été', ['x', 'y']])
    expect(await new Response(form.get('meta') as Blob).json()).toEqual({ a: 1 })
  })

  it('of multipart/form-data can not be split by an object that looks like a file', async () => {
    const meta = { a: 1, content: 'QUJD', media_type: 'x/y\r\nx-injected: 1' }
    const { status, sent } = await ask({ action: 'attach', meta })
    expect([status, sent]).toEqual([400, []])
  })

  it('can not be split by the name of a file', async () => {
    const evil = { ...picture, filename: 'a"\r\nx-injected: 1\r\n\r\n.png' }
    const { status, body } = await ask({ action: 'upload', folder: 'a', data: evil })
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  it('of a file alone is its bytes under its media type', async () => {
    const { sent } = await ask({ action: 'put', id: '1', data: picture, overwrite: true })
    expect(sent[0]).toMatchObject({
      method: 'PUT',
      url: '/files/1?overwrite=true',
      headers: { 'content-type': 'image/png' },
    })
    expect([...(sent[0]?.bytes ?? [])]).toEqual([0, 255, 13, 10])
  })

  it('of a text alone is that text', async () => {
    const { sent } = await ask({ action: 'note', id: '1', words: 'Grüße' })
    expect(sent[0]).toMatchObject({ body: 'Grüße', headers: { 'content-type': 'text/plain; charset=utf-8' } })
  })

  it('that is a form in one action of a provider of JSON is one', async () => {
    const { sent } = await ask({ action: 'pay', amount: 7 })
    expect(sent[0]).toMatchObject({
      body: 'amount=7',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  })

  it.each([
    ['no base64', { ...picture, content: '***' }],
    ['larger than the action takes', { ...picture, content: base64('x'.repeat(1004)) }],
    ['without a media type', { content: picture.content }],
  ])('of a file that is %s is refused', async (_, data) => {
    const { status, body } = await ask({ action: 'put', id: '1', data })
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
  })
})

it('a file that is larger than MAX_BODY_BYTES admits is refused with what the operator can change', async () => {
  const large = (bytes: number) => ({ ...picture, content: base64('x'.repeat(bytes)) })
  const { status, body, sent } = await ask({ action: 'archive', data: large(786_400) })
  expect([status, body.code, sent]).toEqual([413, 'PAYLOAD_TOO_LARGE', []])
  expect(body.error).toContain('MAX_BODY_BYTES')
  expect((await ask({ action: 'archive', data: large(786_000) })).status).toBe(200)
})

describe('an answer', () => {
  it('of bytes is handed on in base64 with its media type, from the cache too', async () => {
    const bytes = new Uint8Array([0, 1, 254, 255])
    const data = { media_type: 'image/png', bytes: 4, content: base64(bytes) }
    const png = answer(200, bytes, { 'content-type': 'image/png' })
    const first = await ask({ action: 'download', id: 'p' }, png)
    expect(first.body).toMatchObject({ cache: 'MISS', data })
    expect(first.sent[0]?.headers.accept).toBe('*/*')
    expect((await ask({ action: 'download', id: 'p' }, png)).body).toMatchObject({ cache: 'HIT', data })
  })

  it('of text is handed on as a string', async () => {
    const { body } = await ask({ action: 'source', id: '1' }, answer(200, 'a\n"b"', { 'content-type': 'text/plain' }))
    expect(body).toMatchObject({ success: true, data: 'a\n"b"' })
  })

  it('that is a redirect is handed on as its location, which nobody follows', async () => {
    const { body, status, sent } = await ask({ action: 'link', id: '1' }, answer(302, '', { location: '/cdn/x?sig=1' }))
    expect([status, body]).toMatchObject([200, { status: 200, data: { location: `${upstream.origin}/cdn/x?sig=1` } }])
    expect(sent).toHaveLength(1)
  })

  it('that is a redirect never holds the credential of the query, which vendors repeat there', async () => {
    const [first, ...others] = ['/cdn/x?page=1&key=', '', '#top', 'javascript:alert(1)']
    const leak = await call(
      { action: 'moved' },
      [answer(302, '', { location: `${first}${encodeURIComponent(secret)}` })],
      'keyed',
    )
    expect(leak.body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502 })
    for (const location of others) {
      const { body } = await call({ action: 'moved' }, [answer(302, '', { location })], 'keyed')
      expect(body, location).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502 })
    }
    const fine = await call({ action: 'moved' }, [answer(302, '', { location: 'y?sig=1' })], 'keyed')
    expect(fine.body.data).toEqual({ location: `${upstream.origin}/y?sig=1` })
  })

  it.each([
    ['not modified', answer(304, ''), 502],
    ['a redirect without a location', answer(302, ''), 502],
    ['no redirect', answer(200, { ok: true }), 502],
    ['an error', answer(404, { message: 'gone' }), 404],
  ])('of a location that is %s is UPSTREAM_ERROR', async (_, behaviour, want) => {
    const { body } = await ask({ action: 'link', id: '1' }, behaviour)
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: want })
  })

  it('of bytes that is an error keeps the words of the provider', async () => {
    const { body } = await ask({ action: 'download', id: 'q' }, answer(403, { message: 'no' }))
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 403, details: { message: 'no' } })
  })
})

it('parameters are written in their styles, and cookies as cookies', async () => {
  const { sent } = await ask({
    action: 'find',
    session: 'a;b=c',
    ids: ['1', '2'],
    kinds: ['x', 'y'],
    words: ['p', 'q'],
    path: '/a/b?c&d',
    sizes: [1, 2],
  })
  expect(sent[0]?.headers.cookie).toBe('session=a%3Bb%3Dc')
  expect(sent[0]?.url).toBe('/files?ids=1,2&kinds=x%7Cy&words=p%20q&path=/a/b?c%26d&sizes=1&sizes=2')
})

describe('an object', () => {
  const urlOf = async (params: object, domain = 'drawer') =>
    (await call({ action: 'price', ...params }, [answer(200, {})], domain)).sent[0]?.url

  it.each([
    ['nested, where nothing else is said', { usual: { min: 1, max: 2 } }, 'usual%5Bmin%5D=1&usual%5Bmax%5D=2'],
    ['as members of the query', { as_members: { min: 1, max: 2 } }, 'min=1&max=2'],
    ['as members with lists', { as_members: { min: 1, of: ['a', 'b'] } }, 'min=1&of=a&of=b'],
    ['as members beside others', { currency: 'eur', as_members: { min: 1 } }, 'min=1&currency=eur'],
    ['as one list by commas', { by_comma: { min: 1, max: 2 } }, 'by_comma=min,1,max,2'],
    ['as one list by spaces', { by_space: { min: 1, max: 2 } }, 'by_space=min%201%20max%202'],
    ['as one list by pipes', { by_pipe: { min: 1, max: 2 } }, 'by_pipe=min%7C1%7Cmax%7C2'],
    ['and a list of the same style is repeated', { ids: ['a', 'b'] }, 'ids=a&ids=b'],
  ])('is written %s', async (_how, params, query) => {
    expect(await urlOf(params)).toBe(`/prices?${query}`)
  })

  it('can not replace another parameter by the names that its caller gives', async () => {
    expect(await urlOf({ currency: 'eur', own: { currency: 'usd', other: 'x' } })).toBe('/prices?other=x&currency=eur')
  })

  it('can not bring a credential by the names that its caller gives', async () => {
    expect(await urlOf({ own: { key: 'mine', other: 'x' } }, 'keyed')).toBe(
      `/prices?other=x&key=${encodeURIComponent(secret)}`,
    )
  })

  it('is written so in a form too', async () => {
    const { sent } = await ask({ action: 'charge', amount: { min: 1, max: 2 }, limits: { min: 3, max: 4 } })
    expect(sent[0]?.body).toBe('min=1&max=2&limits=min,3,max,4')
  })
})

describe('an account of a self-hosted product', () => {
  const put = (host: string) =>
    gateway.admin('PUT', '/admin/tenants/selfhosted', {
      name: 'Self',
      status: 'active',
      providers: { git: { accounts: [{ id: 'main', label: 'Main', settings: { host } }] } },
    })

  it('is taken at a host that the operator lists', async () => {
    expect((await put('git.example.org')).status).toBe(201)
    expect((await put('code.acme.example')).status).toBe(200)
  })

  it('is refused elsewhere, with the variable to change', async () => {
    const { status, body } = await put('evil.example')
    expect(status).toBe(400)
    expect(body.details).toEqual([
      { path: '/providers/git/accounts/0/settings', message: expect.stringContaining('SELF_HOSTED_HOSTS') },
    ])
  })
})

describe('a GraphQL action', () => {
  const page = (ids: number[], endCursor: string | null) =>
    answer(200, { data: { teams: { nodes: ids.map((id) => ({ id })), pageInfo: { endCursor } } } })

  it('sends its document with the parameters as variables, and answers the data', async () => {
    const { body, sent } = await ask(
      { action: 'rename_team', id: '7' },
      answer(200, { data: { renameTeam: { id: '7' } } }),
    )
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      query: 'mutation ($id: ID!) { renameTeam(id: $id) { id } }',
      variables: { id: '7' },
    })
    expect(body).toMatchObject({ success: true, data: { renameTeam: { id: '7' } } })
  })

  it('goes on with its cursor among the variables', async () => {
    const { body, sent } = await call(
      { action: 'teams', name: 'a', limit: 3 },
      [page([1, 2], 'x'), page([3], null)],
      'drawer',
    )
    expect(sent.map((request) => JSON.parse(request.body).variables)).toEqual([
      { name: 'a', first: 2 },
      { name: 'a', first: 1, after: 'x' },
    ])
    expect(body.data.teams.nodes).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  })

  it.each([
    ['UNAUTHENTICATED', 401],
    ['FORBIDDEN', 403],
    ['THROTTLED', 429],
    ['BAD_USER_INPUT', 400],
    [undefined, 400],
  ])('with an error %s inside of 200 is UPSTREAM_ERROR %i', async (code, status) => {
    const errors = [{ message: 'No such team', extensions: { code } }]
    const { body } = await ask({ action: 'rename_team', id: '7' }, answer(200, { data: null, errors }))
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status, error: expect.stringContaining('No such team') })
  })

  it('whose only field is null beside an error is an error, also with the code that GitHub gives', async () => {
    const errors = [{ message: 'No such team', type: 'NOT_FOUND' }]
    const { body } = await ask({ action: 'rename_team', id: '7' }, answer(200, { data: { renameTeam: null }, errors }))
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 404 })
    expect((await ask({ action: 'rename_team', id: '7' }, answer(200, {}))).body).toMatchObject({ status: 502 })
  })

  it('cuts the items of its list to the fields that the caller names', async () => {
    const body = { action: 'teams', name: 'a', limit: 1, result_fields: ['id'] }
    expect((await ask(body, page([1], null))).body.data.teams.nodes).toEqual([{ id: 1 }])
  })

  it('with errors beside data answers both', async () => {
    const partial = { data: { renameTeam: { id: '7' } }, errors: [{ message: 'The name was cut' }] }
    expect((await ask({ action: 'rename_team', id: '7' }, answer(200, partial))).body).toMatchObject({ data: partial })
  })
})
