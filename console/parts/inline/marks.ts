/**
 * The marks of vendors, from simple-icons: those that it has, none of which it lists with a licence of its own. The shapes are CC0; the
 * marks stay their owners'. A browser loads a mark when it is shown. Other providers have a letter.
 */
import airtable from 'simple-icons:airtable.svg'
import asana from 'simple-icons:asana.svg'
import confluence from 'simple-icons:confluence.svg'
import figma from 'simple-icons:figma.svg'
import github from 'simple-icons:github.svg'
import gmail from 'simple-icons:gmail.svg'
import googleCalendar from 'simple-icons:googlecalendar.svg'
import googleDrive from 'simple-icons:googledrive.svg'
import googleSheets from 'simple-icons:googlesheets.svg'
import hubspot from 'simple-icons:hubspot.svg'
import intercom from 'simple-icons:intercom.svg'
import jira from 'simple-icons:jira.svg'
import linear from 'simple-icons:linear.svg'
import mailchimp from 'simple-icons:mailchimp.svg'
import notion from 'simple-icons:notion.svg'
import quickbooks from 'simple-icons:quickbooks.svg'
import shopify from 'simple-icons:shopify.svg'
import stripe from 'simple-icons:stripe.svg'
import trello from 'simple-icons:trello.svg'
import xero from 'simple-icons:xero.svg'
import zendesk from 'simple-icons:zendesk.svg'
import zoom from 'simple-icons:zoom.svg'

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
