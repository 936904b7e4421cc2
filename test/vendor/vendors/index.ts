import type { Vendor } from '../vendor.ts'
import { hubspot } from './hubspot.ts'
import { stripe } from './stripe.ts'

/** The plugins that are checked against their vendors' documents. */
export const vendors: readonly Vendor[] = [hubspot, stripe]
