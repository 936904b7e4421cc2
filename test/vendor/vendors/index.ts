import type { Vendor } from '../vendor.ts'
import { asana } from './asana.ts'
import { confluence } from './confluence.ts'
import { figma } from './figma.ts'
import { github } from './github.ts'
import { googleSheets } from './google-sheets.ts'
import { hubspot } from './hubspot.ts'
import { linear } from './linear.ts'
import { mailchimp } from './mailchimp.ts'
import { microsoftOutlook } from './microsoft.ts'
import { notion } from './notion.ts'
import { openai } from './openai.ts'
import { sendgrid } from './sendgrid.ts'
import { shopify } from './shopify.ts'
import { slack } from './slack.ts'
import { stripe } from './stripe.ts'
import { trello } from './trello.ts'
import { twilio } from './twilio.ts'
import { zendesk } from './zendesk.ts'

/** The plugins that are checked against their vendors' documents. */
export const vendors: readonly Vendor[] = [
  asana,
  confluence,
  figma,
  github,
  googleSheets,
  hubspot,
  linear,
  mailchimp,
  microsoftOutlook,
  notion,
  openai,
  sendgrid,
  shopify,
  slack,
  stripe,
  trello,
  twilio,
  zendesk,
]
