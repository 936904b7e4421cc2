import type { Vendor } from '../vendor.ts'
import { asana } from './asana.ts'
import { confluence } from './confluence.ts'
import { figma } from './figma.ts'
import { github } from './github.ts'
import { gmail } from './gmail.ts'
import { googleCalendar } from './google-calendar.ts'
import { googleDrive } from './google-drive.ts'
import { googleSheets } from './google-sheets.ts'
import { hubspot } from './hubspot.ts'
import { intercom } from './intercom.ts'
import { jira } from './jira.ts'
import { linear } from './linear.ts'
import { mailchimp } from './mailchimp.ts'
import { microsoftOutlook, microsoftTeams } from './microsoft.ts'
import { notion } from './notion.ts'
import { openai } from './openai.ts'
import { pipedrive } from './pipedrive.ts'
import { sendgrid } from './sendgrid.ts'
import { shopify } from './shopify.ts'
import { slack } from './slack.ts'
import { stripe } from './stripe.ts'
import { trello } from './trello.ts'
import { twilio } from './twilio.ts'
import { xero } from './xero.ts'
import { zendesk } from './zendesk.ts'

/** The plugins that are checked against their vendors' documents. */
export const vendors: readonly Vendor[] = [
  asana,
  confluence,
  figma,
  github,
  gmail,
  googleCalendar,
  googleDrive,
  googleSheets,
  hubspot,
  intercom,
  jira,
  linear,
  mailchimp,
  microsoftOutlook,
  microsoftTeams,
  notion,
  openai,
  pipedrive,
  sendgrid,
  shopify,
  slack,
  stripe,
  trello,
  twilio,
  xero,
  zendesk,
]

/**
 * The reason why each of the others has no document. Their requests are recorded in `providers/<id>/fixtures`, as the
 * vendor's pages have them.
 */
export const withoutDocument: Readonly<Record<string, string>> = {
  airtable: 'no document of Airtable could be found',
  quickbooks: 'no document of Intuit could be found',
  salesforce:
    '[Salesforce makes one for each organisation](https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/openapi_beta.htm)',
  zoom: 'the documents in public collections are of 2020, and of a sign-in that Zoom has ended',
}
