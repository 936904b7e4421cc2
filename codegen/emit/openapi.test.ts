import { type AnyProvider, apiKey, provider, read, Type, write } from '@patchbay/core/provider'
import { describe, expect, test } from 'vitest'
import { domainDocument, gatewayDocument } from './openapi.ts'

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
    domainDocument(provider).paths[`/api/v1/{tenant}/${provider.id}`]?.post.parameters.map(({ $ref }) => $ref)

  test('are declared for a domain that has writes, whatever its vendor takes', () => {
    expect(parametersOf(writing)).toEqual(
      ['tenant', 'idempotencyKey', 'repeat'].map((name) => `#/components/parameters/${name}`),
    )
  })

  test('are declared for no other', () => {
    expect(parametersOf(reading)).toEqual(['#/components/parameters/tenant'])
  })

  test('are headers', () => {
    const { parameters } = gatewayDocument([writing]).components
    expect([parameters.idempotencyKey, parameters.repeat]).toMatchObject([
      { name: 'Idempotency-Key', in: 'header' },
      { name: 'X-Repeat', in: 'header' },
    ])
  })
})
