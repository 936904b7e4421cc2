// Test lanes: slow, long

import { afterAll, test } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { limit, startLimitedVendor, startUnlimitedVendor } from './limited-vendor.ts'
import { expectFairUse, simulate, unlimited } from './simulate.ts'

const vendor = startLimitedVendor()
const other = startUnlimitedVendor()
const gateway = await startTestGateway({
  domains: [domainOf(variant('fixture', { limits: { headers: 'RateLimit' } })), domainOf(variant(unlimited, {}))],
  env: { PROVIDER_ORIGINS: JSON.stringify({ fixture: vendor.origin, [unlimited]: other.origin }) },
})
await gateway.seed('acme', { fixture: 'a-credential', [unlimited]: 'its own' })
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
  await other.stop()
})

test('two greedy agents and a person use a vendor’s limit up, without a 429, and the person never waits', async () => {
  expectFairUse(await simulate(vendor, [gateway]), limit)
}, 300_000)
