// Test lanes: mongodb, long

import { MongoClient } from 'mongodb'
import { afterAll, expect, test } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { limit, startLimitedVendor, startUnlimitedVendor } from '../vendor-limits/limited-vendor.ts'
import { expectFairUse, simulate, unlimited } from '../vendor-limits/simulate.ts'

const database = withDatabase(sharedMongodb(), 'patchbay-test-vendor-limits')
const vendor = startLimitedVendor()
const other = startUnlimitedVendor()
const scripted = await startScripted(answer(200, {}))
const start = () =>
  startTestGateway({
    domains: [
      domainOf(variant('fixture', { limits: { headers: 'RateLimit' } })),
      domainOf(variant(unlimited, {})),
      domainOf(variant('slack', { limits: { headers: 'Retry-After' } })),
      domainOf(variant('github', { limits: { headers: 'X-RateLimit-*' } })),
    ],
    env: {
      PROVIDER_ORIGINS: JSON.stringify({
        fixture: vendor.origin,
        [unlimited]: other.origin,
        slack: scripted.origin,
        github: scripted.origin,
      }),
      MONGODB_URI: database,
    },
  })
const client = new MongoClient(database)
const gateways = [await start(), await start(), await start()] as const
await gateways[0].seed('acme', { fixture: 'a-credential', [unlimited]: 'its own', slack: 'another', github: 'a-third' })
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop()
  await client.close()
  await vendor.stop()
  await other.stop()
  await scripted.stop()
})

const used = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3600' }

test.each([
  ['slack', answer(429, {}, { 'retry-after': '3600' }), 429],
  ['github', answer(200, {}, used), 200],
])('what %s has told one gateway, another one knows', async (domain, said, status) => {
  const [first, other] = gateways
  const get = { action: 'get', id: '1' }
  scripted.play(said)
  expect((await first.call('acme', domain, get)).status).toBe(status)
  // No call waits until the store has what a vendor said. Gateways of earlier versions read the same collection and members.
  const windows = client.db().collection<{ _id: string; left: number; told: boolean }>('allowances')
  await expect.poll(() => windows.countDocuments({ _id: { $regex: domain }, left: 0, told: true })).toBe(1)
  const before = scripted.requests.length
  const refused = () => other.call('acme', domain, get).then(({ body }) => body.code)
  expect(await refused()).toBe('RATE_LIMITED')
  expect(scripted.requests).toHaveLength(before)
})

test('through three gateways, two greedy agents and a person use a vendor’s limit up, without a 429, and the person never waits', async () => {
  expectFairUse(await simulate(vendor, gateways), limit)
}, 300_000)
