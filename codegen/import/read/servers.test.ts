import { expect, test } from 'vitest'
import { printMembers } from '../../source/print.ts'
import { listQuestions } from '../ask/questions.ts'
import { documentOf, sliceOf } from '../testing/slice-of.ts'
import { reportText } from '../write/report.ts'
import { originsIn } from './servers.ts'

const at = (url: string, more: object = {}) => ({ get: { servers: [{ url }], ...more } })

const elsewhere = documentOf({
  '/a': at('https://collect.evil-host.com/x'),
  '/b': at('https://collect.evil-host.com/y'),
  '/c': at('https://open.host-b.com', { security: [{}] }),
  '/d': at('/v2'),
  '/e': { get: {} },
})
const evil = 'https://collect.evil-host.com'

test('the credential goes to no other host than the document’s until somebody says so', async () => {
  const { slice, actions } = await sliceOf(elsewhere)
  expect(originsIn(slice)).toEqual([])
  expect(Object.values(slice.actions).map(({ auth }) => auth)).toEqual([false, false, false, undefined, undefined])
  const questions = listQuestions(elsewhere, { slice, actions, leftOut: [] }).filter(({ id }) =>
    id.startsWith('server '),
  )
  expect(questions).toMatchObject([
    { id: `server ${evil}`, guess: 'no', options: ['no', 'yes'], question: expect.stringContaining('2 operations') },
  ])
})

test('the report names every other origin to which the credential goes', async () => {
  const { slice } = await sliceOf(elsewhere, { servers: new Set([evil]) })
  expect(originsIn(slice)).toEqual([evil])
  const report = {
    operations: 5,
    actions: 5,
    leftOut: [],
    questions: [],
    guesses: [],
    changes: [],
    hidden: [],
    origins: [evil],
  }
  expect(reportText(report)).toMatch(/credential .*also.*:\n +https:\/\/collect\.evil-host\.com/)
})

test.each(['/up/../../admin', '/up/%2e%2E/admin', '/a\\..\\admin', '/a/.', '/a\tb', '/a\nb', '/a\u0000b'])(
  'the path %j, which URL parsing would change, is left out',
  async (path) => {
    const { slice, leftOut } = await sliceOf(documentOf({ [path]: { get: {} }, '/fine..name/a.b': { get: {} } }))
    expect(Object.values(slice.actions).map((action) => action.path)).toEqual(['/fine..name/a.b'])
    expect(leftOut).toMatchObject([{ what: 'operation', reason: expect.stringContaining('URL parsing would change') }])
  },
)

const enumerated = (...values: string[]) => ({ default: values[0], enum: values })

test.each<[string, object, string | null]>([
  ['https://{base}', { base: { default: 'api.shelf.box/v1' } }, 'https://{base}/v1'],
  [
    'https://{url}:{port}/{path}',
    { url: { default: 'shelf.box' }, port: { default: '443' }, path: { default: 'api' } },
    'https://{url}/api',
  ],
  ['https://api.shelves.com/{basePath}', { basePath: { default: 'v2' } }, 'https://api.shelves.com/v2'],
  ['https://api.shelves.com{basePath}/items', { basePath: { default: '/v2/' } }, 'https://api.shelves.com/v2/items'],
  ['https://api.shelves.com/{account}/v1', { account: { default: '7' } }, 'https://api.shelves.com/7/v1'],
  ['https://{env}.shelves.com', { env: enumerated('api', 'sandbox') }, 'https://api.shelves.com'],
  ['https://{env}.shelves.com', { env: { enum: ['live', 'test'] } }, 'https://live.shelves.com'],
  ['https://api{env}.shelves.com', { env: enumerated('', '-test') }, 'https://api.shelves.com'],
  [
    '{protocol}://{host}',
    { protocol: enumerated('http', 'https'), host: { default: 'localhost:8989' } },
    'https://{host}',
  ],
  [
    '{protocol}://{host}:{port}',
    { protocol: { default: 'http' }, host: { default: 'localhost' }, port: { default: '8108' } },
    'https://{host}',
  ],
  ['{server}/api/v1', { server: { default: 'http://localhost:5055' } }, 'https://localhost:5055/api/v1'],
  [
    '{scheme}://{hostname}:{port}{basePath}',
    {
      scheme: { default: 'http' },
      hostname: { default: '' },
      port: { default: '80' },
      basePath: { default: '/api/v3' },
    },
    'https://{hostname}/api/v3',
  ],
  ['https://{host}/v1', { host: enumerated('sandbox.shelves.com', 'api.shelves.com') }, 'https://api.shelves.com/v1'],
  ['{server}/v1', { server: { default: 'https://api.shelves.com' } }, 'https://api.shelves.com/v1'],
  ['https://{domain}', { domain: { default: 'subdomain.shelves.com' } }, 'https://{subdomain}.shelves.com'],
  [
    'https://{accountName}.shelves.com',
    { accountName: { default: 'apiexamples' } },
    'https://{account_name}.shelves.com',
  ],
  ['https://your-domain.shelves.com/x', {}, 'https://{domain}.shelves.com/x'],
  ['api.shelves.com/v1', {}, 'https://api.shelves.com/v1'],
  ['v1', {}, '/v1'],
  ['xxx', {}, null],
  ['<your server>', {}, null],
  ['https://api.shelves.com/{version}', {}, null],
])('the server %s with %j has the default of what is no account’s own', async (url, variables, server) => {
  const root = documentOf({ '/a': { get: {} } }, { servers: [{ url, variables }] })
  const result = await sliceOf(root)
  expect(result.slice.server).toBe(server)
  // Each line that is offered is one that codegen takes.
  const offered = listQuestions(root, result).find(({ id }) => id === 'origin')?.alternatives ?? []
  const origins = offered.flatMap(({ overlay: { origin } }) => (typeof origin === 'string' ? [origin] : []))
  expect(origins.map((origin) => URL.parse(origin)?.origin ?? origin)).toEqual(origins)
})

test('calls go to the first server that a vendor could have', async () => {
  const servers = ['http://localhost:8080/v1', 'https://api.shelves.com/v1', 'http://api.shelves.com/v1'].map(
    (url) => ({ url }),
  )
  const root = documentOf({ '/a': { get: {} } }, { servers })
  const { slice, actions } = await sliceOf(root)
  expect(slice.server).toBe('https://api.shelves.com/v1')
  const question = listQuestions(root, { slice, actions, leftOut: [] }).find(({ id }) => id === 'origin')
  expect(question?.alternatives?.map(({ name }) => name)).toEqual(['api.shelves.com', 'self-hosted'])
})

test.each([
  ['http://localhost:8080'],
  ['https://10.0.0.7/api'],
  ['https://shelf.lan'],
  ['https://shelf'],
  ['https://api.xxx.com'],
  ['https://api.example.io/v1'],
  ['https://mydomain.com/api'],
  ['https://shelves.domain.com'],
  ['https://company.domain.tld'],
  ['{protocol}://{host}'],
  ['/control'],
  ['xxx'],
])('of %s, where no vendor is, a host of each account is offered', async (url) => {
  const root = documentOf({ '/a': { get: {} } }, { servers: [{ url }] })
  const question = listQuestions(root, await sliceOf(root)).find(({ id }) => id === 'origin')
  expect(printMembers(question?.overlay ?? {})).toMatch(/^origin: selfHosted\('host'\), settings: \{ host: pattern\(/)
  expect(question?.isSure).toBe(false)
})

test.each<[urls: string, servers: object[], lines: string[], reason: string]>([
  [
    'a region of several',
    [{ url: 'https://api.{region}.shelves.com', variables: { region: enumerated('us', 'eu') } }],
    ['api.us.shelves.com', 'api.eu.shelves.com'],
    'usual one first',
  ],
  [
    'the vendor’s cloud and a host of each account',
    [{ url: 'https://cloud.shelves.com' }, { url: 'https://{host}', variables: { host: { default: 'localhost' } } }],
    ['cloud.shelves.com', 'self-hosted'],
    'usual one first',
  ],
  [
    'a base path alone, then a host',
    [{ url: '/v1' }, { url: 'https://api.shelves.com/v1' }],
    ['api.shelves.com', 'self-hosted'],
    "the first one at a host of the vendor's",
  ],
])('each server that a document may mean has a line: %s', async (_, servers, lines, reason) => {
  const root = documentOf({ '/a': { get: {} } }, { servers })
  const question = listQuestions(root, await sliceOf(root)).find(({ id }) => id === 'origin')
  expect(question?.alternatives?.map(({ name }) => name)).toEqual(lines)
  expect(question?.reason).toContain(reason)
})

test('a host of version 2 may have a scheme before it', async () => {
  const root = {
    swagger: '2.0',
    info: {},
    host: 'https://api.shelves.com/',
    basePath: '/v2',
    paths: { '/a': { get: {} } },
  }
  expect((await sliceOf(root)).slice.server).toBe('https://api.shelves.com/v2')
})

test('x-servers keep the base path of a document of version 2', async () => {
  const root = {
    swagger: '2.0',
    info: {},
    basePath: '/v1/',
    'x-servers': [{ url: 'https://api.shelves.com' }],
    paths: {
      '/a': { get: {} },
      '/b': { get: { 'x-servers': [{ url: 'https://api.shelves.com/v2' }] } },
    },
  }
  const { slice } = await sliceOf(root)
  expect(slice.server).toBe('https://api.shelves.com/v1')
  expect(Object.values(slice.actions).map(({ server }) => server)).toEqual([undefined, 'https://api.shelves.com/v2'])
})

test.each(['https://api.shelves.com/v1/../..', '/v1/%2e%2e'])('the base path of %s is not taken', async (url) => {
  const { slice } = await sliceOf(documentOf({ '/a': { get: {} } }, { servers: [{ url }] }))
  expect(slice.server).toBeNull()
})

test('a header or cookie whose name no request can carry is left out', async () => {
  const parameters = [
    { name: 'X-Fine', in: 'header' },
    { name: 'X-A\r\nEvil', in: 'header' },
    { name: 'a b', in: 'header' },
    { name: 'a; session', in: 'cookie' },
    { name: 'a b', in: 'query' },
  ]
  const { slice, leftOut } = await sliceOf(documentOf({ '/a': { get: { operationId: 'getA', parameters } } }))
  expect(Object.values(slice.actions).flatMap(({ params }) => Object.keys(params))).toEqual(['x_fine', 'a_b'])
  expect(leftOut.map(({ what }) => what)).toEqual(['parameter', 'parameter', 'parameter'])
})

test.each<[want: string, why: RegExp | undefined, urls: readonly string[]]>([
  ['https://api-m.shelves.com', /isn't for trials/, ['https://api-m.sandbox.shelves.com', 'https://api-m.shelves.com']],
  ['https://api.shelves.com', /usual one first/, ['https://api.shelves.com', 'https://sandbox.shelves.com']],
  ['https://sandbox.shelves.com', /for trials/, ['https://sandbox.shelves.com']],
  ['https://apiexplorer.shelves.com', /for trials/, ['https://apiexplorer.shelves.com']],
  ['https://invoicing.co', /isn't for trials/, ['https://demo.shelves.com', 'https://invoicing.co']],
  ['https://try.shelves.app', /for trials/, ['https://try.shelves.app']],
  ['https://shelves.com/demo', /for trials/, ['https://shelves.com/demo/']],
  ['https://democracy.shelves.com/stages', undefined, ['https://democracy.shelves.com/stages']],
])('calls go to %s, asked with the reason %s, of %j', async (want, why, urls) => {
  const root = documentOf({ '/a': { get: {} } }, { servers: urls.map((url) => ({ url })) })
  const result = await sliceOf(root)
  expect(result.slice.server).toBe(want)
  const question = listQuestions(root, result).find(({ id }) => id === 'origin')
  // The first line is where calls go, unless that is a product's demonstration, at which nobody has an account.
  const first = /^https:\/\/try\./.test(want) ? 'self-hosted' : new URL(want).host
  if (why) expect(question?.alternatives?.[0]?.name).toBe(first)
  if (why === undefined) expect(question).toBeUndefined()
  else expect(question?.reason).toMatch(why)
  // A product that people run themselves may have only its demonstration in the document.
  if (why && urls.length === 1) expect(question?.alternatives?.map(({ name }) => name)).toContain('self-hosted')
})
