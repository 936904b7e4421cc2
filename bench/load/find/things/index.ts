import { outlookThings } from './microsoft-outlook.ts'
import { teamsThings } from './microsoft-teams.ts'
import { notionThings } from './notion.ts'
import { quickbooksThings } from './quickbooks.ts'
import { slackThings } from './slack.ts'
import type { VendorThing } from './thing.ts'

/** The things that users do, by the provider that does them. */
export const vendorThings: Readonly<Record<string, readonly VendorThing[]>> = {
  'microsoft-outlook': outlookThings,
  'microsoft-teams': teamsThings,
  notion: notionThings,
  quickbooks: quickbooksThings,
  slack: slackThings,
}
