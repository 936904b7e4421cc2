import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway } from '../gateway.ts'

let gateway: Awaited<ReturnType<typeof startTestGateway>>
beforeAll(async () => {
  gateway = await startTestGateway()
  await gateway.seed('acme', { hubspot: 'a-credential' })
  const { body } = await gateway.admin('GET', '/admin/tenants/acme')
  const { name, status, providers } = body
  await gateway.admin('PUT', '/admin/tenants/acme', { name, status, providers, options: { allow_raw: true } })
})
afterAll(() => gateway.stop())

const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`name${n}`, n]))

test.each([
  ['101 names', names(101), '/query', 'must have at most 100 members'],
  ['18,000 names', names(18_000), '', 'an object in the body has more than 1000 members'],
  ['a name of 257 characters', { ['n'.repeat(257)]: 1 }, '/query', 'must not have a name of more than 256 characters'],
  ['a value of 20,000 characters', { q: 'x'.repeat(20_000) }, '/query/q', 'must have at most 8192 characters'],
])('a raw call with %s in its query is refused before the provider is asked', async (_what, query, path, message) => {
  const raw = { action: 'raw', method: 'GET', path: '/crm/v3/objects/contacts', query }
  const { body } = await gateway.call('acme', 'hubspot', raw)
  expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path, message }] })
})
