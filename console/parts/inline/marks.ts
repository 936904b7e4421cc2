/**
 * The marks of vendors, from simple-icons 1.2.103: those that it has, none of which it lists with a licence of its own. The shapes are CC0;
 * the marks stay their owners'. A browser loads a mark when it is shown. Other providers have a letter.
 */
import airtable from './marks/airtable.svg'
import asana from './marks/asana.svg'
import confluence from './marks/confluence.svg'
import figma from './marks/figma.svg'
import github from './marks/github.svg'
import gmail from './marks/gmail.svg'
import googleCalendar from './marks/googlecalendar.svg'
import googleDrive from './marks/googledrive.svg'
import googleSheets from './marks/googlesheets.svg'
import hubspot from './marks/hubspot.svg'
import intercom from './marks/intercom.svg'
import jira from './marks/jira.svg'
import linear from './marks/linear.svg'
import mailchimp from './marks/mailchimp.svg'
import notion from './marks/notion.svg'
import quickbooks from './marks/quickbooks.svg'
import shopify from './marks/shopify.svg'
import stripe from './marks/stripe.svg'
import trello from './marks/trello.svg'
import xero from './marks/xero.svg'
import zendesk from './marks/zendesk.svg'
import zoom from './marks/zoom.svg'

/** Addresses by the ids of providers. */
export const vendorMarks: Readonly<Record<string, string>> = {
  airtable,
  asana,
  confluence,
  figma,
  github,
  gmail,
  'google-calendar': googleCalendar,
  'google-drive': googleDrive,
  'google-sheets': googleSheets,
  hubspot,
  intercom,
  jira,
  linear,
  mailchimp,
  notion,
  quickbooks,
  shopify,
  stripe,
  trello,
  xero,
  zendesk,
  zoom,
}
