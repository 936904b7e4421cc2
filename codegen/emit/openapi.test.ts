import { type AnyProvider, apiKey, provider, read, Type, write } from '@patchbay/core/provider'
import { describe, expect, test } from 'vitest'
import { domainDocument, gatewayDocument } from './openapi.ts'
import { createComponents } from './openapi-components.ts'

const params = { value: Type.String() }
const small = (id: string, options: object): AnyProvider =>
  provider({
    id,
    title: 'X',
    origin: 'https://x.example.com',
    auth: apiKey({ header: 'k' }),
    probe: { action: 'find', params: {} } as never,
    actions: {
      find: read('GET /', { description: 'Find', params }),
      create: write('POST /', { description: 'Create', params, ...options }),
      remove: write('DELETE /', { description: 'Remove', idempotent: true, params }),
    },
  }) as AnyProvider

const writing = small('writing', {})
const reading = provider({
  id: 'reading',
  title: 'X',
  origin: 'https://x.example.com',
  auth: apiKey({ header: 'k' }),
  probe: { action: 'find', params: {} } as never,
  actions: { find: read('GET /', { description: 'Find', params }) },
}) as AnyProvider

describe('the headers of writes that may be repeats', () => {
  const parametersOf = (provider: AnyProvider) =>
    domainDocument(provider, createComponents()).paths[`/api/v1/{tenant}/${provider.id}`]?.post.parameters.map(
      ({ $ref }) => $ref,
    )

  test('are declared for a domain that has writes, whatever its vendor takes', () => {
    expect(parametersOf(writing)).toEqual(
      ['tenantId', 'idempotencyKey', 'repeat'].map((name) => `#/components/parameters/${name}`),
    )
  })

  test('are declared for no other', () => {
    expect(parametersOf(reading)).toEqual(['#/components/parameters/tenantId'])
  })

  test('are headers', () => {
    const { parameters } = gatewayDocument([writing]).components
    expect([parameters.idempotencyKey, parameters.repeat]).toMatchObject([
      { name: 'Idempotency-Key', in: 'header' },
      { name: 'X-Repeat', in: 'header' },
    ])
  })
})

describe('the bodies of the actions', () => {
  const named = (id: string, action: string, members: object = params) =>
    provider({
      id,
      title: 'X',
      origin: 'https://x.example.com',
      auth: apiKey({ header: 'k' }),
      probe: { action, params: {} } as never,
      actions: { [action]: read('GET /', { description: 'Find', params: members as never }) },
    } as never) as AnyProvider
  const nameOf = ({ $ref }: { readonly $ref: string }): string => $ref.split('/').at(-1) ?? ''
  const bodiesOf = (...providers: AnyProvider[]) => {
    const { paths, components } = gatewayDocument(providers)
    const refs = providers.map(({ id }) => {
      const path = JSON.parse(JSON.stringify(paths[`/api/v1/{tenant}/${id}`]))
      const body = nameOf(path.post.requestBody.content['application/json'].schema)
      return nameOf(Object(components.schemas)[body].oneOf[0])
    })
    return { refs, schemas: components.schemas as Readonly<Record<string, object>> }
  }

  test('are named after their provider, and apart where two names would be one', () => {
    const { refs, schemas } = bodiesOf(named('a-b', 'c_list'), named('a', 'b_c_list', { other: Type.Integer() }))
    expect(refs).toEqual(['ABCListCall', 'ABCListCall2'])
    expect(refs.map((name) => schemas[name])).toMatchObject([
      { properties: { action: { const: 'c_list', default: 'c_list' }, value: { type: 'string' } } },
      { properties: { action: { const: 'b_c_list' }, other: { type: 'integer' } } },
    ])
  })

  test("keep a plugin's data, and its titles name no type", () => {
    const own = Type.Object(
      { title: Type.String({ title: 'list' }), const: Type.Boolean() },
      { title: 'str', examples: [{ title: 'A', const: true }] },
    )
    const { refs, schemas } = bodiesOf(named('x', 'find', { own }))
    expect(schemas[refs[0] ?? '']).toMatchObject({
      properties: { own: { properties: { title: { type: 'string' } }, examples: [{ title: 'A', const: true }] } },
    })
    expect(Object.keys(schemas)).not.toEqual(expect.arrayContaining(['list']))
  })
})
