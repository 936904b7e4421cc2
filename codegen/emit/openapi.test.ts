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

const taking = small('taking', { idempotencyKey: 'X-Vendor-Key' })
const other = small('other', {})

describe('the header Idempotency-Key', () => {
  const headersOf = (provider: AnyProvider) =>
    domainDocument(provider).paths[`/api/v1/{tenant}/${provider.id}`]?.post.parameters.filter((one) => 'in' in one)

  test('is declared for a domain whose vendor accepts a key, and names the actions that accept it', () => {
    expect(headersOf(taking)).toMatchObject([
      { name: 'Idempotency-Key', in: 'header', description: expect.stringMatching(/^Accepted by create\. /) },
    ])
  })

  test('is declared nowhere else', () => {
    expect(headersOf(other)).toEqual([])
    expect(JSON.stringify(gatewayDocument([other]))).not.toMatch(/idempotency/i)
  })
})
