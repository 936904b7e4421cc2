import { afterAll } from 'vitest'
import { startFixture } from '../call-path/start-fixture.ts'
import { shop, startShop } from './shop.ts'

type Options = Pick<NonNullable<Parameters<typeof startFixture>[0]>, 'env' | 'credentials'>

/** A gateway that has the shop as its provider, and the shop. Both end with the file's tests. */
export const startShopGateway = async (options: Options) => {
  const vendor = startShop()
  afterAll(vendor.stop)
  const { gateway } = await startFixture({ ...options, providers: [shop], origins: { shop: vendor.origin } })
  return { vendor, gateway }
}
