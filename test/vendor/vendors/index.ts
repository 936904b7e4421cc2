import type { Vendor } from '../vendor.ts'
import { github } from './github.ts'
import { hubspot } from './hubspot.ts'
import { slack } from './slack.ts'
import { stripe } from './stripe.ts'

/** The plugins that are checked against their vendors' documents. */
export const vendors: readonly Vendor[] = [github, hubspot, slack, stripe]
