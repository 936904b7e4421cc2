// Test lanes: slow

import { afterAll, test } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { limit, startLimitedVendor } from './limited-vendor.ts'
import { expectFairUse, simulate } from './simulate.ts'

const vendor = startLimitedVendor()
const gateway = await startTestGateway({
  domains: [domainOf(variant('fixture', { limits: { headers: 'RateLimit' } }))],
  env: { PROVIDER_ORIGINS: JSON.stringify({ fixture: vendor.origin }) },
})
await gateway.seed('acme', { fixture: 'a-credential' })
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
})

test('two greedy agents and a person use a vendor’s limit up, without a 429, and the person never waits', async () => {
  expectFairUse(await simulate(vendor, [gateway]), limit)
}, 300_000)
