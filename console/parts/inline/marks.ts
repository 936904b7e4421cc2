/**
 * The marks of vendors, from simple-icons: those that it has, none of which it lists with a licence of its own. The shapes are CC0; the
 * marks stay their owners'. A browser loads a mark when it is shown. Other providers have a letter.
 */
import airtable from 'simple-icons/icons/airtable.svg'
import asana from 'simple-icons/icons/asana.svg'
import confluence from 'simple-icons/icons/confluence.svg'
import figma from 'simple-icons/icons/figma.svg'
import github from 'simple-icons/icons/github.svg'
import gmail from 'simple-icons/icons/gmail.svg'
import googleCalendar from 'simple-icons/icons/googlecalendar.svg'
import googleDrive from 'simple-icons/icons/googledrive.svg'
import googleSheets from 'simple-icons/icons/googlesheets.svg'
import hubspot from 'simple-icons/icons/hubspot.svg'
import intercom from 'simple-icons/icons/intercom.svg'
import jira from 'simple-icons/icons/jira.svg'
import linear from 'simple-icons/icons/linear.svg'
import mailchimp from 'simple-icons/icons/mailchimp.svg'
import notion from 'simple-icons/icons/notion.svg'
import quickbooks from 'simple-icons/icons/quickbooks.svg'
import shopify from 'simple-icons/icons/shopify.svg'
import stripe from 'simple-icons/icons/stripe.svg'
import trello from 'simple-icons/icons/trello.svg'
import xero from 'simple-icons/icons/xero.svg'
import zendesk from 'simple-icons/icons/zendesk.svg'
import zoom from 'simple-icons/icons/zoom.svg'

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
