import { afterAll, test } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { limit, startLimitedVendor } from '../vendor-limits/limited-vendor.ts'
import { expectFairUse, simulate } from '../vendor-limits/simulate.ts'

const vendor = startLimitedVendor()
const start = () =>
  startTestGateway({
    domains: [domainOf(variant('fixture', { limits: { headers: 'RateLimit' } }))],
    env: {
      PROVIDER_ORIGINS: JSON.stringify({ fixture: vendor.origin }),
      MONGODB_URI: withDatabase(sharedMongodb(), 'patchbay-test-vendor-limits'),
    },
  })
const gateways = [await start(), await start(), await start()] as const
await gateways[0].seed('acme', { fixture: 'a-credential' })
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop()
  await vendor.stop()
})

test('through three gateways, two greedy agents and a person use a vendor’s limit up, without a 429, and the person never waits', async () => {
  expectFairUse(await simulate(vendor, gateways), limit)
}, 300_000)
