import { resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { action, apiKey, basic, cursor, oauth2, offset, origin, path, provider, read, Type, write } from './index.ts'

/**
 * What a plugin's author can get wrong: each wrong definition stands beside the same one without the fault. The
 * compiler is the judge (the last test runs it): a `@ts-expect-error` over a line that compiles is an error too.
 */
const description = 'An example'
const params = { id: Type.String() }
const reading = { description, effect: read(), params }
const writing = { description, effect: write(), params }
const got = { method: 'GET', path: path`/` } as const
const sent = { method: 'POST', path: path`/` } as const
const pages = cursor({ items: '/data', next: '/next', into: 'after' })

const get = action({ ...reading, call: ({ id }) => ({ method: 'GET', path: path`/things/${id}` }) })
const make = action({ ...writing, call: ({ id }) => ({ method: 'POST', path: path`/things/${id}` }) })
const shopOrigin = origin`https://${'shop'}.example.com`
const settings = { shop: Type.String({ pattern: '^[a-z]+$' }) }
const base = { id: 'example', title: 'Example', auth: apiKey({ header: 'X-Key' }), actions: { get, make } } as const
const probe = { action: 'get', params: { id: '1' } } as const
const whole = { ...base, probe, origin: 'https://api.example.com' } as const

const definitions: Record<string, { right: () => unknown; wrong: () => unknown }> = {
  'a TTL on a write': {
    right: () => read({ ttl: '30s' }),
    // @ts-expect-error
    wrong: () => write({ ttl: '30s' }),
  },
  'idempotency on a read': {
    right: () => write({ idempotent: true }),
    // @ts-expect-error
    wrong: () => read({ idempotent: true }),
  },
  'both kinds of idempotency': {
    right: () => write({ idempotencyKey: 'Idempotency-Key' }),
    // @ts-expect-error
    wrong: () => write({ idempotencyKey: 'Idempotency-Key', idempotent: true }),
  },
  'a duration without a unit': {
    right: () => read({ ttl: '5m' }),
    // @ts-expect-error
    wrong: () => read({ ttl: '5' }),
  },
  'a duration that is no whole number': {
    right: () => read({ ttl: '1500ms' }),
    // @ts-expect-error
    wrong: () => read({ ttl: '1.5s' }),
  },
  'a duration with a space': {
    right: () => read({ ttl: '30s' }),
    // @ts-expect-error
    wrong: () => read({ ttl: '30 s' }),
  },
  'a parameter that is not declared': {
    right: () => action({ ...reading, call: ({ id }) => ({ method: 'GET', path: path`/${id}` }) }),
    // @ts-expect-error
    wrong: () => action({ ...reading, call: ({ name }) => ({ method: 'GET', path: path`/${name}` }) }),
  },
  'a parameter that may be missing used as if it were there': {
    right: () => action({ ...reading, call: ({ id }) => ({ method: 'GET', path: path`/${id.trim()}` }) }),
    wrong: () =>
      action({
        ...reading,
        params: { id: Type.Optional(Type.String()) },
        // @ts-expect-error
        call: ({ id }) => ({ method: 'GET', path: path`/${id.trim()}` }),
      }),
  },
  'a plain string as path': {
    right: () => action({ ...reading, call: () => ({ method: 'GET', path: path`/things` }) }),
    // @ts-expect-error
    wrong: () => action({ ...reading, call: () => ({ method: 'GET', path: '/things' }) }),
  },
  'an object as a segment of the path': {
    right: () => path`/things/${1}`,
    // @ts-expect-error
    wrong: () => path`/things/${{ id: 1 }}`,
  },
  'a method that does not exist': {
    right: () => action({ ...writing, call: () => ({ method: 'PATCH', path: path`/` }) }),
    // @ts-expect-error
    wrong: () => action({ ...writing, call: () => ({ method: 'PACTH', path: path`/` }) }),
  },
  'an unknown member of a call': {
    right: () => action({ ...reading, call: () => ({ ...got, query: { a: 1 } }) }),
    // @ts-expect-error
    wrong: () => action({ ...reading, call: () => ({ ...got, qeury: { a: 1 } }) }),
  },
  'a body on a GET': {
    right: () => action({ ...reading, call: () => ({ ...sent, body: {} }) }),
    // @ts-expect-error
    wrong: () => action({ ...reading, call: () => ({ ...got, body: {} }) }),
  },
  'a body together with a form': {
    right: () => action({ ...writing, call: () => ({ ...sent, form: {} }) }),
    // @ts-expect-error
    wrong: () => action({ ...writing, call: () => ({ ...sent, form: {}, body: {} }) }),
  },
  'a function in a form': {
    right: () => action({ ...writing, call: () => ({ ...sent, form: { a: { b: [1] } } }) }),
    // @ts-expect-error
    wrong: () => action({ ...writing, call: () => ({ ...sent, form: { a: () => 1 } }) }),
  },
  'a call that sets authorization': {
    right: () => action({ ...reading, call: () => ({ ...got, headers: { accept: 'a' } }) }),
    // @ts-expect-error
    wrong: () => action({ ...reading, call: () => ({ ...got, headers: { authorization: 'a' } }) }),
  },
  'a call that sets Host': {
    right: () => action({ ...reading, call: () => ({ ...got, headers: { 'X-Host': 'a' } }) }),
    // @ts-expect-error
    wrong: () => action({ ...reading, call: () => ({ ...got, headers: { Host: 'a' } }) }),
  },
  'a call that sets COOKIE': {
    right: () => action({ ...reading, call: () => ({ ...got, headers: { 'X-COOKIE': 'a' } }) }),
    // @ts-expect-error
    wrong: () => action({ ...reading, call: () => ({ ...got, headers: { COOKIE: 'a' } }) }),
  },
  'a call that sets Content-Length': {
    right: () => action({ ...writing, call: () => ({ ...sent, headers: { 'If-Match': 'a' } }) }),
    // @ts-expect-error
    wrong: () => action({ ...writing, call: () => ({ ...sent, headers: { 'Content-Length': '1' } }) }),
  },
  'pages on a write': {
    right: () => action({ ...reading, pages, call: () => ({ method: 'GET', path: path`/` }) }),
    // @ts-expect-error
    wrong: () => action({ ...writing, pages, call: () => ({ method: 'GET', path: path`/` }) }),
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
  'items that are no JSON pointer': {
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
    right: () => oauth2({ authorize: 'https://a.b', token: 'https://a.b', scopes: [], rotates: false }),
    // @ts-expect-error
    wrong: () => oauth2({ authorize: 'https://a.b', token: 'https://a.b', scopes: [] }),
  },
  'an unknown member of an action': {
    right: () => action({ ...reading, call: () => ({ method: 'GET', path: path`/` }), result: Type.Unknown() }),
    // @ts-expect-error
    wrong: () => action({ ...reading, call: () => ({ method: 'GET', path: path`/` }), reslut: Type.Unknown() }),
  },
  'a probe that is a write': {
    right: () => provider({ ...whole, probe: { action: 'get', params: { id: '1' } } }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, probe: { action: 'make', params: { id: '1' } } }),
  },
  'a probe that is no action': {
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
  'a setting that is no string': {
    right: () => provider({ ...whole, settings: { region: Type.String() } }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, settings: { region: Type.Integer() } }),
  },
  'an unknown member of a provider': {
    right: () => provider({ ...whole, headers: { 'X-Version': '1' } }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, haeders: { 'X-Version': '1' } }),
  },
  'a failure whose wait is no number of seconds': {
    right: () => provider({ ...whole, failure: () => ({ message: 'slow down', retryAfter: 60 }) }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, failure: () => ({ message: 'slow down', retryAfter: '60s' }) }),
  },
  "a credential among a provider's headers": {
    right: () => provider({ ...whole, headers: { 'X-Version': '1' } }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, headers: { Authorization: 'Bearer x' } }),
  },
  'more tries than three': {
    right: () => provider({ ...whole, retry: { tries: 3 } }),
    // @ts-expect-error
    wrong: () => provider({ ...whole, retry: { tries: 4 } }),
  },
}

/** What the compiler says of this file, under the repository's own settings. */
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

  it('a wrong definition does not type-check, and the one beside it does', { timeout: 60_000 }, () => {
    expect(complaints()).toEqual([])
  })
})
