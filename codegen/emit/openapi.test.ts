import { type AnyProvider, action, apiKey, path, provider, read, Type, write } from '@patchbay/core/provider'
import { describe, expect, test } from 'vitest'
import { domainDocument, gatewayDocument } from './openapi.ts'

const call = () => ({ method: 'GET' as const, path: path`/` })
const params = { value: Type.String() }
const small = (id: string, create: ReturnType<typeof write>): AnyProvider =>
  provider({
    ...{ id, title: 'X', origin: 'https://x.example.com', auth: apiKey({ header: 'k' }) },
    probe: { action: 'find', params: {} } as never,
    actions: {
      find: action({ description: 'Find', effect: read(), params, call }),
      create: action({ description: 'Create', effect: create, params, call }),
      remove: action({ description: 'Remove', effect: write({ idempotent: true }), params, call }),
    },
  }) as AnyProvider

const taking = small('taking', write({ idempotencyKey: 'X-Vendor-Key' }))
const other = small('other', write())

describe('the header Idempotency-Key', () => {
  const headersOf = (provider: AnyProvider) =>
    domainDocument(provider).paths[`/api/v1/{tenant}/${provider.id}`]?.post.parameters.filter((one) => 'in' in one)

  test('is declared for a domain whose vendor accepts a key, and names the actions that accept it', () => {
    expect(headersOf(taking)).toMatchObject([
      { name: 'Idempotency-Key', in: 'header', description: expect.stringMatching(/^Taken by create: /) },
    ])
  })

  test('is declared nowhere else', () => {
    expect(headersOf(other)).toEqual([])
    expect(JSON.stringify(gatewayDocument([other]))).not.toMatch(/idempotency/i)
  })
})
