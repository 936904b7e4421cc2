import { flag, list, optional, read, Type, text, write } from '@patchbay/core/provider'
import { aList, numericId, pages } from './parameters.ts'

const marketing_email_id = text(30, 'Id of the marketing mail: list_marketing_emails has it')
const moment = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-01-31T00:00:00Z'] })
const aMail = Type.Object({ id: Type.String(), name: Type.String() })
const subject = text(998, 'The subject')
const mail_name = text(500, 'Name of the mail, which only the staff see')

/** https://developers.hubspot.com/docs/api-reference/marketing-marketing-emails-v3/guide */
export const list_marketing_emails = read('GET /marketing/v3/emails', {
  description: 'List the marketing mails, e.g. newsletters, optionally with their statistics',
  synonyms: ['newsletters', 'mailings', 'campaign emails', 'marketing emails', 'drafts'],
  params: optional({
    is_published: flag('true: only those that were sent or go out by themselves; false: only others'),
    with_statistics: flag('Whether with how often they were sent, opened and clicked'),
    campaign_id: text(100, 'Only those of this campaign'),
    archived: flag('true: only archived ones'),
  }),
  rename: { is_published: 'isPublished', with_statistics: 'includeStats', campaign_id: 'campaign' },
  result: aList,
  pages: pages(100),
})

/** https://developers.hubspot.com/docs/api-reference/marketing-marketing-emails-v3/guide */
export const get_marketing_email = read('GET /marketing/v3/emails/{marketing_email_id}', {
  description: 'Get a marketing mail with its text and state, optionally with its statistics',
  synonyms: ['newsletter', 'mailing', 'content'],
  params: { marketing_email_id, with_statistics: optional(flag('Whether with opens, clicks and so on')) },
  rename: { with_statistics: 'includeStats' },
  result: aMail,
})

/** https://developers.hubspot.com/docs/api-reference/marketing-marketing-emails-v3/statistics/get-marketing-v3-emails-statistics-list */
export const get_marketing_email_statistics = read('GET /marketing/v3/emails/statistics/list', {
  description: 'Get how marketing mails performed within a time: sent, opened, clicked, bounced, unsubscribed',
  synonyms: ['newsletter', 'open rate', 'click rate', 'performance', 'results', 'how did it do'],
  params: {
    from: moment('Start of the time'),
    until: moment('End of the time'),
    mail_ids: optional(
      list(numericId('Id of a marketing mail'), { min: 1, max: 100, description: 'Only these marketing mails' }),
    ),
  },
  rename: { from: 'startTimestamp', until: 'endTimestamp', mail_ids: 'emailIds' },
  styles: { mail_ids: 'repeat' },
})

/** https://developers.hubspot.com/docs/api-reference/marketing-marketing-emails-v3/guide */
export const create_marketing_email = write('POST /marketing/v3/emails', {
  description: 'Create a marketing mail as a draft; publish_marketing_email sends it',
  synonyms: ['newsletter', 'mailing', 'new', 'draft'],
  is: [],
  roles: { text: ['/mail_name', '/subject'] },
  additive: true,
  params: { mail_name, ...optional({ subject, template: text(500, 'Path of the template') }) },
  rename: { mail_name: 'name', template: '/content/templatePath' },
  result: aMail,
})

/** https://developers.hubspot.com/docs/api-reference/marketing-marketing-emails-v3/guide */
export const update_marketing_email = write('PATCH /marketing/v3/emails/{marketing_email_id}', {
  description: "Change a marketing mail's name or subject; omitted fields stay unchanged",
  synonyms: ['newsletter', 'edit', 'mailing'],
  is: [],
  roles: { text: ['/mail_name', '/subject'] },
  idempotent: true,
  params: { marketing_email_id, ...optional({ mail_name, subject }) },
  rename: { mail_name: 'name' },
  result: aMail,
})

/** https://developers.hubspot.com/docs/api-reference/marketing-marketing-emails-v3/guide */
export const clone_marketing_email = write('POST /marketing/v3/emails/clone', {
  description: 'Copy a marketing mail as a new draft',
  synonyms: ['newsletter', 'duplicate', 'clone', 'mailing', 'again'],
  is: [],
  roles: { text: ['/new_name'] },
  additive: true,
  params: { marketing_email_id, new_name: optional(text(500, 'Name of the copy')) },
  rename: { marketing_email_id: 'id', new_name: 'cloneName' },
  result: aMail,
})

/** https://developers.hubspot.com/docs/api-reference/marketing-marketing-emails-v3/publish/post-marketing-v3-emails-emailId-publish: Marketing Hub Enterprise alone. */
export const publish_marketing_email = write('POST /marketing/v3/emails/{marketing_email_id}/publish', {
  description: 'Send or schedule a marketing mail to its recipients now, or turn an automatic one on',
  synonyms: ['newsletter', 'send out', 'mailing', 'go live'],
  is: ['sends', 'publishes'],
  roles: { derives: ['recipient'] },
  params: { marketing_email_id },
})

/** https://developers.hubspot.com/docs/api-reference/marketing-marketing-emails-v3/guide */
export const delete_marketing_email = write('DELETE /marketing/v3/emails/{marketing_email_id}', {
  description: 'Delete a marketing mail',
  synonyms: ['newsletter', 'remove', 'mailing'],
  is: ['deletes'],
  idempotent: true,
  params: { marketing_email_id },
})

/** https://developers.hubspot.com/docs/api-reference/marketing-campaigns-public-api-v3/guide */
export const list_campaigns = read('GET /marketing/v3/campaigns', {
  description: 'List the marketing campaigns, or find them by name',
  synonyms: ['marketing', 'actions', 'launches'],
  ttl: '1m',
  params: optional({
    name: text(256, 'Words of the name'),
    campaign_properties: list(text(100, 'Name of a property'), {
      min: 1,
      max: 50,
      description: 'Properties to answer with, e.g. hs_name, hs_start_date, hs_campaign_status',
    }),
  }),
  rename: { campaign_properties: 'properties' },
  result: aList,
  pages: pages(100),
})

/** https://developers.hubspot.com/docs/api-reference/marketing-campaigns-public-api-v3/guide */
export const get_campaign_metrics = read('GET /marketing/v3/campaigns/{campaign_id}/reports/metrics', {
  description: 'Get how many sessions and new contacts a marketing campaign brought',
  synonyms: ['performance', 'results', 'influenced contacts', 'report'],
  params: { campaign_id: text(100, 'Id (GUID) of the campaign: list_campaigns has it') },
})
