// Test lanes: slow

import { resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import {
  apiKey,
  basic,
  cursor,
  flag,
  holds,
  keys,
  list,
  none,
  oauth2,
  offset,
  oneOf,
  optional,
  origin,
  path,
  provider,
  read,
  signed,
  Type,
  text,
  write,
} from './index.ts'

/**
 * An author's possible faults: each wrong definition stands beside the same one without the fault. The
 * compiler is the judge (the last test runs it): a `@ts-expect-error` over a line that compiles is an error too.
 */
const description = 'An example'
const id = text(10, 'An id')
const rest = { description, params: { id } }
const pages = cursor({ items: '/data', next: '/next', into: 'after' })

const account = { settings: {} }

const get = read('GET /things/{id}', rest)
const make = write('POST /things/{id}', rest)
const find = read('GET /things', { description, params: {}, pages })
const isGone = (data: unknown) => data === undefined
const shopOrigin = origin`https://${'shop'}.example.com`
const settings = { shop: Type.String({ pattern: '^[a-z]+$' }) }
const base = { id: 'example', title: 'Example', auth: apiKey({ header: 'X-Key' }), actions: { get, make } } as const
const probe = { action: 'get', params: { id: '1' } } as const
const whole = { ...base, probe, origin: 'https://api.example.com' } as const

const definitions: Record<string, { right: () => unknown; wrong: () => unknown }> = {
  'a route without a method': {
    right: () => read('GET /things', rest),
    // @ts-expect-error
    wrong: () => read('/things', rest),
  },
  'secret for an action of which it is not true': {
    right: () => read('GET /things', { ...rest, secret: true }),
    // @ts-expect-error
    wrong: () => read('GET /things', { ...rest, secret: false }),
  },
  'a method that does not exist': {
    right: () => write('PATCH /things', rest),
    // @ts-expect-error
    wrong: () => write('PACTH /things', rest),
  },
  'a name in the path that is not a parameter': {
    right: () => read('GET /things/{id}', { description, params: { id } }),
    // @ts-expect-error
    wrong: () => read('GET /things/{thing_id}', { description, params: { id } }),
  },
  'a name in the path that may be left out': {
    right: () => read('GET /things/{id}', { description, params: { id } }),
    // @ts-expect-error
    wrong: () => read('GET /things/{id}', { description, params: { id: optional(id) } }),
  },
  'an action without a description': {
    right: () => read('GET /things', { description, params: {} }),
    // @ts-expect-error
    wrong: () => read('GET /things', { params: {} }),
  },
  'a TTL on a write': {
    right: () => read('GET /', { ...rest, ttl: '30s' }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, ttl: '30s' }),
  },
  'idempotency on a read': {
    right: () => write('PUT /', { description, params: {}, idempotent: true }),
    // @ts-expect-error
    wrong: () => read('GET /', { description, params: {}, idempotent: true }),
  },
  'a class of a read': {
    right: () => write('PUT /', { ...rest, is: ['sends'] }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, is: ['sends'] }),
  },
  'a class that does not exist': {
    right: () => write('PUT /', { ...rest, is: ['deletes'] }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, is: ['delete'] }),
  },
  'a condition over a parameter that is not declared': {
    right: () => write('PUT /', { ...rest, is: ['sends'], onlyIf: { sends: ({ id }) => id === '1' } }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, is: ['sends'], onlyIf: { sends: ({ idd }) => idd === '1' } }),
  },
  'a role of a parameter that is not declared': {
    right: () => write('PUT /', { ...rest, roles: { recipient: ['/id', '/id/mail'] } }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, roles: { recipient: ['/idd'] } }),
  },
  'both kinds of idempotency': {
    right: () => write('PUT /', { ...rest, idempotencyKey: 'Idempotency-Key' }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, idempotencyKey: 'Idempotency-Key', idempotent: true }),
  },
  'a duration without a unit': {
    right: () => read('GET /', { ...rest, ttl: '5m' }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, ttl: '5' }),
  },
  'a duration that is not a whole number': {
    right: () => read('GET /', { ...rest, ttl: '1500ms' }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, ttl: '1.5s' }),
  },
  'a duration with a space': {
    right: () => read('GET /', { ...rest, ttl: '30s' }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, ttl: '30 s' }),
  },
  'a place for a parameter that is not declared': {
    right: () => write('POST /', { description, params: { name: id }, in: { name: 'query' } }),
    // @ts-expect-error
    wrong: () => write('POST /', { description, params: { name: id }, in: { nmae: 'query' } }),
  },
  'a place for a parameter of the path': {
    right: () => write('POST /{id}', { description, params: { id, name: id }, in: { name: 'query' } }),
    // @ts-expect-error
    wrong: () => write('POST /{id}', { description, params: { id, name: id }, in: { id: 'query' } }),
  },
  'a place that does not exist': {
    right: () => write('POST /', { description, params: { name: id }, in: { name: 'header' } }),
    // @ts-expect-error
    wrong: () => write('POST /', { description, params: { name: id }, in: { name: 'heder' } }),
  },
  'another name for a parameter that is not declared': {
    right: () => write('POST /', { description, params: { name: id }, rename: { name: 'title' } }),
    // @ts-expect-error
    wrong: () => write('POST /', { description, params: { name: id }, rename: { title: 'name' } }),
  },
  'a parameter in `request` that is not declared': {
    right: () => read('GET /', { ...rest, request: ({ id }) => ({ path: path`/${id}` }) }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, request: ({ name }) => ({ path: path`/${name}` }) }),
  },
  'a parameter that may be missing used as if it were there': {
    right: () => read('GET /', { ...rest, request: ({ id }) => ({ path: path`/${id.trim()}` }) }),
    wrong: () =>
      read('GET /', {
        description,
        params: { id: optional(id) },
        // @ts-expect-error
        request: ({ id }) => ({ path: path`/${id.trim()}` }),
      }),
  },
  'a plain string as path': {
    right: () => read('GET /', { ...rest, request: () => ({ path: path`/things` }) }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, request: () => ({ path: '/things' }) }),
  },
  'an object as a segment of the path': {
    right: () => path`/things/${1}`,
    // @ts-expect-error
    wrong: () => path`/things/${{ id: 1 }}`,
  },
  'an unknown part of a request': {
    right: () => read('GET /', { ...rest, request: () => ({ query: { a: 1 } }) }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, request: () => ({ qeury: { a: 1 } }) }),
  },
  'a body on a GET': {
    right: () => write('POST /', { ...rest, request: () => ({ body: {} }) }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, request: () => ({ body: {} }) }),
  },
  'an asynchronous request': {
    right: () => read('GET /', { ...rest, request: () => ({ query: { a: 1 } }) }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, request: async () => ({ query: { a: 1 } }) }),
  },
  'a function in a query': {
    right: () => read('GET /', { ...rest, request: () => ({ query: { a: { b: [1] } } }) }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, request: () => ({ query: { a: () => 1 } }) }),
  },
  'a request that sets authorization': {
    right: () => read('GET /', { ...rest, request: () => ({ headers: { accept: 'a' } }) }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, request: () => ({ headers: { authorization: 'a' } }) }),
  },
  'a request that sets Host': {
    right: () => read('GET /', { ...rest, request: () => ({ headers: { 'X-Host': 'a' } }) }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, request: () => ({ headers: { Host: 'a' } }) }),
  },
  'a request that sets COOKIE': {
    right: () => read('GET /', { ...rest, request: () => ({ headers: { 'X-COOKIE': 'a' } }) }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, request: () => ({ headers: { COOKIE: 'a' } }) }),
  },
  'a request that sets Content-Length': {
    right: () => write('PUT /', { ...rest, request: () => ({ headers: { 'If-Match': 'a' } }) }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, request: () => ({ headers: { 'Content-Length': '1' } }) }),
  },
  'a read by which a read is looked after': {
    right: () => write('PUT /', { ...rest, confirm: { read: find, params: {}, shows: isGone } }),
    // @ts-expect-error
    wrong: () => read('GET /', { ...rest, confirm: { read: find, params: {}, shows: isGone } }),
  },
  'a confirm by a write': {
    right: () => write('PUT /', { ...rest, confirm: { read: get, params: { id: '1' }, shows: isGone } }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, confirm: { read: make, params: { id: '1' }, shows: isGone } }),
  },
  'a confirm with a parameter that its read does not have': {
    right: () => write('PUT /', { ...rest, confirm: { read: find, params: { after: 'c' }, shows: isGone } }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, confirm: { read: find, params: { aftre: 'c' }, shows: isGone } }),
  },
  'a confirm without a parameter that its read needs': {
    right: () => write('PUT /', { ...rest, confirm: { read: get, params: { id: '1' }, shows: isGone } }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, confirm: { read: get, params: {}, shows: isGone } }),
  },
  'a confirm with a value of the wrong type': {
    right: () => write('PUT /', { ...rest, confirm: { read: get, params: { id: () => '1' }, shows: isGone } }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, confirm: { read: get, params: { id: () => 1 }, shows: isGone } }),
  },
  'a confirm by a parameter that the write does not have': {
    right: () => write('PUT /', { ...rest, confirm: { read: get, params: { id: ({ id }) => id }, shows: isGone } }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, confirm: { read: get, params: { id: ({ di }) => di }, shows: isGone } }),
  },
  'a confirm that compares what the write does not have': {
    right: () =>
      write('PUT /', { ...rest, confirm: { read: find, params: {}, shows: holds(({ id }) => ({ name: id })) } }),
    wrong: () =>
      // @ts-expect-error
      write('PUT /', { ...rest, confirm: { read: find, params: {}, shows: holds(({ name }) => ({ name })) } }),
  },
  'a confirm that says nothing of the answer': {
    right: () => write('PUT /', { ...rest, confirm: { read: find, params: {}, shows: () => undefined } }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, confirm: { read: find, params: {} } }),
  },
  'an idempotency key at two places': {
    right: () => write('PUT /', { ...rest, idempotencyKey: { query: 'key', max: 50 } }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, idempotencyKey: { query: 'key', body: '/key' } }),
  },
  'an idempotency key in the body that is not a JSON pointer': {
    right: () => write('PUT /', { ...rest, idempotencyKey: { body: '/key' } }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, idempotencyKey: { body: 'key' } }),
  },
  'pages on a write': {
    right: () => read('GET /', { ...rest, pages }),
    // @ts-expect-error
    wrong: () => write('PUT /', { ...rest, pages }),
  },
  'a list without a bound': {
    right: () => list(id, { max: 10 }),
    // @ts-expect-error
    wrong: () => list(id, { description: 'Ids' }),
  },
  'a flag without a description': {
    right: () => flag('Whether it is so'),
    // @ts-expect-error
    wrong: () => flag(),
  },
  'a cursor with neither next nor lastItem': {
    right: () => cursor({ items: '/data', into: 'after', next: '/next' }),
    // @ts-expect-error
    wrong: () => cursor({ items: '/data', into: 'after' }),
  },
  'a lastItem without more': {
    right: () => cursor({ items: '/data', into: 'after', lastItem: '/id', more: '/has_more' }),
    // @ts-expect-error
    wrong: () => cursor({ items: '/data', into: 'after', lastItem: '/id' }),
  },
  'both next and lastItem': {
    right: () => cursor({ items: '/data', into: 'after', next: '/next' }),
    // @ts-expect-error
    wrong: () => cursor({ items: '/data', into: 'after', next: '/next', lastItem: '/id', more: '/has_more' }),
  },
  'items that are not a JSON pointer': {
    right: () => offset({ items: '/data', into: 'offset' }),
    // @ts-expect-error
    wrong: () => offset({ items: 'data', into: 'offset' }),
  },
  'an api key in a header and in the query': {
    right: () => apiKey({ header: 'X-Key' }),
    // @ts-expect-error
    wrong: () => apiKey({ header: 'X-Key', query: 'key' }),
  },
  'an api key nowhere': {
    right: () => apiKey({ query: 'key' }),
    // @ts-expect-error
    wrong: () => apiKey({}),
  },
  'basic with both halves fixed': {
    right: () => basic({ password: 'x' }),
    // @ts-expect-error
    wrong: () => basic({ password: 'x', username: 'y' }),
  },
  'oauth2 that does not say whether refresh tokens rotate': {
    right: () => oauth2({ authorize: 'https://a.b', token: 'https://a.b', scopes: {}, rotates: false }),
    // @ts-expect-error
    wrong: () => oauth2({ authorize: 'https://a.b', token: 'https://a.b', scopes: {} }),
  },
  'client credentials with what only assertions have': {
    right: () =>
      oauth2({ grant: 'client_credentials', token: 'https://a.b', scopes: {}, parameters: { audience: 'a' } }),
    // @ts-expect-error
    wrong: () => oauth2({ grant: 'client_credentials', token: 'https://a.b', scopes: {}, algorithm: 'RS256' }),
  },
  'assertions without an algorithm': {
    right: () => oauth2({ grant: 'jwt_bearer', token: 'https://a.b', scopes: {}, algorithm: 'ES256' }),
    // @ts-expect-error
    wrong: () => oauth2({ grant: 'jwt_bearer', token: 'https://a.b', scopes: {} }),
  },
  'an unknown member of an action': {
    right: () => read('GET /', { ...rest, result: Type.Unknown() }),
    // @ts-expect-error
    wrong: () => read('GET /', { description, params: {}, reslut: Type.Unknown() }),
  },
  'a probe that is a write': {
    right: () => provider({ ...whole, probe: { action: 'get', params: { id: '1' } } }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, probe: { action: 'make', params: { id: '1' } } }),
  },
  'a probe that is not an action': {
    right: () => provider({ ...whole, probe: { action: 'get', params: { id: '1' } } }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, probe: { action: 'account', params: { id: '1' } } }),
  },
  'a probe without its parameters': {
    right: () => provider({ ...whole, probe: { action: 'get', params: { id: '1' } } }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, probe: { action: 'get', params: {} } }),
  },
  'a probe with a parameter of the wrong type': {
    right: () => provider({ ...whole, probe: { action: 'get', params: { id: '1' } } }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, probe: { action: 'get', params: { id: 1 } } }),
  },
  'an origin that uses a setting without declaring any': {
    right: () => provider({ ...base, probe, origin: shopOrigin, settings }),
    // @ts-expect-error
    wrong: () => provider({ ...base, probe, origin: shopOrigin }),
  },
  'an origin that uses another setting than is declared': {
    right: () => provider({ ...base, probe, origin: shopOrigin, settings: { shop: Type.String() } }),
    // @ts-expect-error
    wrong: () => provider({ ...base, probe, origin: shopOrigin, settings: { store: Type.String() } }),
  },
  'a setting that is not a string': {
    right: () => provider({ ...whole, settings: { region: Type.String() } }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, settings: { region: Type.Integer() } }),
  },
  'an unknown member of a provider': {
    right: () => provider({ ...whole, headers: { 'X-Version': '1' } }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, haeders: { 'X-Version': '1' } }),
  },
  'a cursor that is not a text': {
    right: () => read('GET /things', { description, params: {}, pages }).request({ after: 'c2', limit: 5 }, account),
    // @ts-expect-error
    wrong: () => read('GET /things', { description, params: {}, pages }).request({ after: 2, limit: 5 }, account),
  },
  'a failure whose wait is not a number of seconds': {
    right: () => provider({ ...whole, failure: () => ({ message: 'slow down', retryAfter: 60 }) }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, failure: () => ({ message: 'slow down', retryAfter: '60s' }) }),
  },
  "a credential among a provider's headers": {
    right: () => provider({ ...whole, headers: { 'X-Version': '1' } }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, headers: { Authorization: 'Bearer x' } }),
  },
  'a key with two places': {
    right: () => apiKey({ cookie: 'session' }),
    // @ts-expect-error
    wrong: () => apiKey({ header: 'X-Key', cookie: 'session' }),
  },
  'a prefix of a key that is in no header': {
    right: () => apiKey({ header: 'X-Key', prefix: 'Token ' }),
    // @ts-expect-error
    wrong: () => apiKey({ query: 'key', prefix: 'Token ' }),
  },
  'one of several keys without a place': {
    right: () => keys({ app: { query: 'app_id' }, key: { header: 'X-Key' } }),
    // @ts-expect-error
    wrong: () => keys({ app: {}, key: { header: 'X-Key' } }),
  },
  'a signature with a secret that is not declared': {
    right: () => signed({ secrets: ['key'], sign: (_request, { key }) => ({ headers: { 'X-Signature': key } }) }),
    // @ts-expect-error
    wrong: () => signed({ secrets: ['key'], sign: (_request, { kye }) => ({ headers: { 'X-Signature': kye } }) }),
  },
  'a signature that is a promise': {
    right: () => signed({ secrets: ['key'], sign: () => ({ headers: {} }) }),
    // @ts-expect-error
    wrong: () => signed({ secrets: ['key'], sign: async () => ({ headers: {} }) }),
  },
  'alternatives of authentication within alternatives': {
    right: () => oneOf({ user: basic(), key: apiKey({ query: 'key' }) }),
    // @ts-expect-error
    wrong: () => oneOf({ user: basic(), key: oneOf({ key: apiKey({ query: 'key' }) }) }),
  },
  'a public API with a key': {
    right: () => none(),
    // @ts-expect-error
    wrong: () => none({ header: 'X-Key' }),
  },
  'more tries than three': {
    right: () => provider({ ...whole, retry: { tries: 3 } }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, retry: { tries: 4 } }),
  },
}

/** The compiler's errors in this file, under the repository's own settings. */
const complaints = (): string[] => {
  const root = resolve(import.meta.dirname, '../..')
  const { config } = ts.readConfigFile(resolve(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root)
  const program = ts.createProgram([import.meta.filename], options)
  const file = program.getSourceFile(import.meta.filename)
  return ts.getPreEmitDiagnostics(program, file).map(({ messageText, start }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}

describe('the plugin contract', () => {
  it.each(Object.keys(definitions))('without %s, the same definition is accepted', (name) => {
    expect(definitions[name]?.right()).toBeDefined()
  })

  it('a wrong definition does not type-check, and the one beside it does', () => {
    expect(complaints()).toEqual([])
  })
})
