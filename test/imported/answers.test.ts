import { apiKey, imported, provider, read, Type, text, write } from '@patchbay/core/provider'
import { afterAll, expect, test } from 'vitest'
import { sliceOf } from '../../codegen/import/testing/slice-of.ts'
import { tokenOf } from '../client.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { toolCall } from '../mcp/messages.ts'
import { answer, type Behaviour, startScripted } from '../providers/scripted.ts'
import { importedDomain } from './imported-domain.ts'

const json = { 'application/json': { schema: { type: 'object' } } }
const content = (...media: string[]) => ({
  200: { description: 'Fine', content: Object.fromEntries(media.map((one) => [one, { schema: { type: 'object' } }])) },
})
const operation = (operationId: string, responses: object) => ({ operationId, responses })

/** A document whose answers have nothing, a status alone, several types, or JSON. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.shop.com' }],
  paths: {
    '/orders': {
      post: operation('placeOrder', { 201: { description: 'Made' } }),
      get: operation('listOrders', { 200: { description: 'Fine', content: json } }),
      put: operation('replaceOrders', { 200: { description: 'Fine', content: json } }),
    },
    '/reports': { get: operation('getReports', content('application/json', 'text/csv', 'application/pdf')) },
    '/any': { get: operation('getAny', content('*/*')) },
    '/film': {
      get: operation('getFilm', { 200: { description: 'Fine', content: { 'application/json': { schema: {} } } } }),
      post: operation('makeFilm', { 200: { description: 'Fine', content: { 'application/json': { schema: {} } } } }),
    },
    '/content': { get: operation('getContent', content('application/octet-stream')) },
    '/note': { post: operation('makeNote', content('text/plain')) },
    '/search': {
      get: {
        ...operation('search', { 200: { description: 'Fine', content: json } }),
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', nullable: true } },
          { name: 'after', in: 'query', schema: { type: 'string', nullable: true } },
          { name: 'X-Locale', in: 'header', schema: { type: 'string', nullable: true } },
          { name: 'theme', in: 'cookie', schema: { type: 'string', nullable: true } },
        ],
      },
    },
    '/gone': { delete: operation('deleteGone', { 204: { description: 'Deleted' } }) },
  },
}

const facts = { origin: 'https://api.shop.com', auth: apiKey({ header: 'X-Key' }) } as const
const byHand = provider({
  ...facts,
  id: 'hand',
  title: 'Hand',
  actions: {
    place_order: write('POST /orders', { description: 'Place an order', params: {} }),
    list_reports: read('GET /reports', { description: 'List reports', params: {} }),
    get_order: read('GET /orders/{id}', { description: 'Get an order', params: { id: text(9, 'Id') }, answer: 'json' }),
    replace_orders: write('PUT /orders', { description: 'Replace orders', params: {}, result: Type.Object({}) }),
  },
})

const secret = 'sk-live-7f3a9c21'
const upstream = await startScripted(answer(200))
const { slice } = await sliceOf(document as never, { id: 'shop' })
const shop = importedDomain(imported<object>()({ ...facts, id: 'shop', title: 'Shop', actions: {} }), slice)
const gateway = await startTestGateway({
  domains: [shop, domainOf(byHand)],
  env: {
    PROVIDER_ORIGINS: JSON.stringify({ shop: upstream.origin, hand: upstream.origin }),
    MAX_RESPONSE_BYTES: '65536',
  },
})
afterAll(async () => {
  await upstream.stop()
  await gateway.stop()
})
await gateway.seed('acme', { shop: secret, hand: secret })
await gateway.admin('PATCH', '/admin/tenants/acme', { options: { allow_raw: true } })

/** The same call over REST and MCP; both get the same answer, a model a picture as a block of its own. */
const ask = async (domain: string, call: object, behaviour: Behaviour) => {
  upstream.play(behaviour)
  const { headers, body } = toolCall('modern', domain, { ...call, repeat: true })
  const overMcp = await gateway.send('POST', '/mcp', { authorization: `Bearer ${tokenOf('acme')}`, ...headers }, body)
  const rest = await gateway.call('acme', domain, call, { headers: { 'x-repeat': 'true' } })
  const { request_id: _, ...first } = overMcp.body.result.structuredContent
  const { request_id: _own, ...second } = rest.body
  const picture = overMcp.body.result.content.find(({ type }: { type: string }) => type === 'image')
  expect(picture ? { ...first, data: { ...first.data, content: picture.data } } : first).toEqual(second)
  expect(upstream.requests.length).toBeGreaterThan(0)
  return rest
}

const typed = (type: string, body: string | Uint8Array = '', status = 200) =>
  answer(status, body, type === '' ? {} : { 'content-type': type })
const latin1 = new Uint8Array([0x63, 0x61, 0x66, 0xe9])
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const pdf = new Uint8Array([0x25, 0x50, 0xff, 0x00])

const kinds: readonly (readonly [what: string, behaviour: Behaviour, data: unknown])[] = [
  ['JSON', typed('application/json', '{"id":1}', 201), { id: 1 }],
  ['JSON of a type of its own', typed('application/vnd.shop+json; charset=utf-8', '{"id":1}'), { id: 1 }],
  ['text', typed('text/plain', 'Order 7 was placed'), 'Order 7 was placed'],
  ['text that could be JSON', typed('text/csv', '7'), '7'],
  ['text in another character set', typed('text/plain; charset=ISO-8859-1', latin1), 'café'],
  ['a page', typed('text/html', '<p>Thanks</p>'), '<p>Thanks</p>'],
  ['XML', typed('application/xml', '<order/>'), '<order/>'],
  [
    'bytes',
    typed('application/pdf', pdf),
    { media_type: 'application/pdf', bytes: 4, content: Buffer.from(pdf).toString('base64') },
  ],
  ['nothing', typed('', '', 204), null],
  ['nothing that is called a text', typed('text/plain', ''), null],
  ['JSON without a type', typed('', '{"id":1}'), { id: 1 }],
  ['text without a type', typed('', 'OK'), 'OK'],
  ['a text in UTF-16, by its mark', typed('text/csv', utf16('a;b')), 'a;b'],
  ['JSON in UTF-16, by its mark', typed('application/json', utf16('{"id":1}')), { id: 1 }],
  ['a problem', typed('application/problem+json', '{"title":"Late"}'), { title: 'Late' }],
  ['JSON whose type comes twice', typed('application/json, application/json', '{"id":1}'), { id: 1 }],
  [
    'a picture',
    typed('image/png', pdf),
    { media_type: 'image/png', bytes: 4, content: Buffer.from(pdf).toString('base64') },
  ],
]

const undeclared: readonly (readonly [domain: string, call: object])[] = [
  ['shop', { action: 'place_order' }],
  ['shop', { action: 'list_reports' }],
  ['shop', { action: 'get_any' }],
  ['shop', { action: 'delete_gone' }],
  ['shop', { action: 'get_film' }],
  ['shop', { action: 'make_film' }],
  ['shop', { action: 'raw', method: 'POST', path: '/orders' }],
  ['hand', { action: 'place_order' }],
  ['hand', { action: 'list_reports' }],
]

test.each(
  undeclared.flatMap(([domain, call]) => kinds.map(([what, ...rest]) => [domain, call, what, ...rest] as const)),
)('where nobody says what %s %j answers, its Content-Type does: %s', async (domain, call, _what, behaviour, data) => {
  const { status, body } = await ask(domain, call, behaviour)
  expect([status < 300, body.success]).toEqual([true, true])
  expect(body.data).toEqual(data)
})

test.each<[action: string, what: string, behaviour: Behaviour, data: unknown]>([
  ['get_content', 'JSON', typed('application/json', '{"id":1}'), { id: 1 }],
  ['get_content', 'a text', typed('text/plain', 'a'), 'a'],
  ['get_content', 'nothing', typed('', '', 204), null],
  [
    'get_content',
    'bytes without a type',
    typed('', 'a'),
    { media_type: 'application/octet-stream', bytes: 1, content: 'YQ==' },
  ],
  ['make_note', 'JSON', typed('application/vnd.shop+json', '{"id":1}'), { id: 1 }],
  ['make_note', 'a text that could be JSON', typed('text/plain', '{"id":1}'), '{"id":1}'],
  ['make_note', 'a text without a type', typed('', '{"id":1}'), '{"id":1}'],
  ['make_note', 'nothing', typed('text/plain', ''), null],
  [
    'make_note',
    'bytes',
    typed('image/png', pdf),
    { media_type: 'image/png', bytes: 4, content: Buffer.from(pdf).toString('base64') },
  ],
])('%s, declared as bytes or a text, answers %s as its Content-Type says', async (action, _, behaviour, data) => {
  const { body } = await ask('shop', { action }, behaviour)
  expect(body).toMatchObject({ success: true, data })
})

test('an answer of which a document says nothing can be kept as a file', async () => {
  upstream.play(typed('video/mp4', 'x'.repeat(100_000)))
  const { body } = await gateway.call('acme', 'shop', { action: 'make_film', as_file: true })
  expect(body).toMatchObject({ success: true, data: { media_type: 'video/mp4', bytes: 100_000 } })
})

test('an action of which a document has several types asks for JSON first, and takes the others', async () => {
  await ask('shop', { action: 'list_reports' }, typed('text/csv', 'a;b'))
  expect(upstream.requests.at(-1)?.headers.accept).toBe('application/json, */*;q=0.8')
})

test('null, which a schema takes, is sent nowhere but in JSON', async () => {
  const nothing = { limit: null, after: null, 'X-Locale': null, theme: null }
  await ask('shop', { action: 'search', ...nothing }, typed('application/json', '{}'))
  for (const { url, headers } of upstream.requests) {
    expect(new URL(url, upstream.origin).search).toBe('')
    expect([headers['x-locale'], headers.cookie]).toEqual([undefined, undefined])
  }
})

const done = /the request has taken effect$/

test.each<[what: string, domain: string, call: object, behaviour: Behaviour, error: RegExp]>([
  [
    'that a document declares',
    'shop',
    { action: 'replace_orders' },
    typed('text/plain', 'OK'),
    /not JSON; the request has/,
  ],
  [
    'that the answer claims',
    'shop',
    { action: 'place_order' },
    typed('application/json', '{"id":'),
    /not JSON; the request has/,
  ],
  [
    'that a plugin declares',
    'hand',
    { action: 'replace_orders' },
    typed('text/plain', 'OK'),
    /not JSON; the request has/,
  ],
  [
    'that does not fit',
    'hand',
    { action: 'replace_orders' },
    typed('application/json', '[]'),
    /does not fit this action; the request/,
  ],
  [
    'that is too large',
    'shop',
    { action: 'place_order' },
    typed('text/plain', 'x'.repeat(70_000)),
    /size limit.*; the request has/,
  ],
])(
  'a write whose JSON %s is not there is 502, and says that it may have been done',
  async (_, domain, call, behaviour, error) => {
    const { status, body } = await ask(domain, call, behaviour)
    expect([status, body.code]).toEqual([502, 'UPSTREAM_ERROR'])
    expect(body.error).toMatch(error)
    expect(body.error).toMatch(done)
  },
)

test.each<[domain: string, call: object, behaviour: Behaviour]>([
  ['shop', { action: 'list_orders' }, typed('text/plain', 'OK')],
  ['shop', { action: 'list_reports' }, typed('application/json', '<p>')],
  ['hand', { action: 'get_order', id: '1' }, typed('text/html', '<p>')],
])('a read %s %j whose JSON is declared or claimed and is not there is 502', async (domain, call, behaviour) => {
  const { body } = await ask(domain, call, behaviour)
  expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502, error: expect.stringMatching(/not JSON$/) })
})

test('a text that repeats the credential has it taken out, in another character set, too', async () => {
  const text = Buffer.from(`Your key is ${secret}`, 'utf16le')
  const { body } = await ask('shop', { action: 'place_order' }, typed('text/plain; charset=utf-16le', text))
  expect(body.data).toBe('Your key is [redacted]')
})
