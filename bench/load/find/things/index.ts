import { hubspotThings } from './hubspot.ts'
import { outlookThings } from './microsoft-outlook.ts'
import { teamsThings } from './microsoft-teams.ts'
import { notionThings } from './notion.ts'
import { quickbooksThings } from './quickbooks.ts'
import { salesforceThings } from './salesforce.ts'
import { shopifyThings } from './shopify.ts'
import { slackThings } from './slack.ts'
import { stripeThings } from './stripe.ts'
import type { VendorThing } from './thing.ts'
import { zendeskThings } from './zendesk.ts'

/** The things that users do, by the provider that does them. */
export const vendorThings: Readonly<Record<string, readonly VendorThing[]>> = {
  hubspot: hubspotThings,
  'microsoft-outlook': outlookThings,
  'microsoft-teams': teamsThings,
  notion: notionThings,
  quickbooks: quickbooksThings,
  salesforce: salesforceThings,
  shopify: shopifyThings,
  slack: slackThings,
  stripe: stripeThings,
  zendesk: zendeskThings,
}
