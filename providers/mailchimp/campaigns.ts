import { choice, htmlLoads, list, optional, read, Type, text, write } from '@patchbay/core/provider'
import { campaign_id, email, list_id, listed, moment, segment_id, thing } from './parameters.ts'

const states = ['save', 'paused', 'schedule', 'sending', 'sent'] as const

/** https://mailchimp.com/developer/marketing/api/campaigns/list-campaigns */
export const list_campaigns = read('GET /3.0/campaigns', {
  description: 'List campaigns',
  synonyms: ['newsletters', 'mailings', 'e-mails'],
  ttl: '30s',
  params: optional({
    campaign_status: choice(states, 'Only campaigns in this state'),
    list_id,
    sent_since: moment('Only campaigns sent after this time'),
  }),
  rename: { campaign_status: 'status', sent_since: 'since_send_time' },
  result: Type.Object({ campaigns: Type.Array(thing) }),
  pages: listed('/campaigns'),
})

/** https://mailchimp.com/developer/marketing/api/campaigns/get-campaign-info */
export const get_campaign = read('GET /3.0/campaigns/{campaign_id}', {
  description: 'Get a campaign with its settings and state',
  synonyms: ['newsletter', 'mailing'],
  ttl: '30s',
  params: { campaign_id },
  result: thing,
})

/** https://mailchimp.com/developer/marketing/api/campaigns/add-campaign */
export const create_campaign = write('POST /3.0/campaigns', {
  description: 'Create a campaign for an audience, or a segment of it; set_campaign_content sets its text',
  synonyms: ['newsletter', 'mailing', 'draft'],
  is: [],
  roles: { recipient: ['/reply_to'], destination: ['/list_id'], text: ['/subject', '/title', '/preview_text'] },
  additive: true,
  params: {
    list_id,
    subject: text(150, 'The subject'),
    from_name: text(100, 'Name of the sender'),
    reply_to: email,
    ...optional({
      segment_id,
      title: text(200, 'Name of the campaign, which recipients do not see'),
      preview_text: text(200, 'Preview text shown beside the subject'),
    }),
  },
  rename: {
    list_id: '/recipients/list_id',
    segment_id: '/recipients/segment_opts/saved_segment_id',
    subject: '/settings/subject_line',
    from_name: '/settings/from_name',
    reply_to: '/settings/reply_to',
    title: '/settings/title',
    preview_text: '/settings/preview_text',
  },
  request: () => ({ body: { type: 'regular' } }),
  result: thing,
})

/** https://mailchimp.com/developer/marketing/api/campaign-content/set-campaign-content */
export const set_campaign_content = write('PUT /3.0/campaigns/{campaign_id}/content', {
  description: 'Set the HTML of a campaign',
  answers: Type.Object({ html: Type.String(), plain_text: Type.String() }),
  synonyms: ['write', 'text', 'body', 'design'],
  is: ['runs'],
  onlyIf: { runs: ({ html }) => htmlLoads(html) },
  roles: { text: ['/html', '/plain_text'] },
  idempotent: true,
  params: {
    campaign_id,
    html: text(500_000, 'The HTML'),
    plain_text: optional(text(500_000, 'The text without HTML')),
  },
})

/** https://mailchimp.com/developer/marketing/api/campaigns/send-test-email */
export const send_test = write('POST /3.0/campaigns/{campaign_id}/actions/test', {
  description: 'Send a test of a campaign to some addresses',
  answers: Type.Null(),
  synonyms: ['preview', 'try'],
  is: ['sends'],
  roles: { recipient: ['/test_emails'] },
  additive: true,
  params: { campaign_id, test_emails: list(email, { min: 1, max: 20, description: 'Addresses' }) },
  request: () => ({ body: { send_type: 'html' } }),
})

/** https://mailchimp.com/developer/marketing/api/campaigns/schedule-campaign */
export const schedule_campaign = write('POST /3.0/campaigns/{campaign_id}/actions/schedule', {
  description: 'Schedule a campaign',
  answers: Type.Null(),
  synonyms: ['send later', 'plan'],
  is: ['sends'],
  roles: { derives: ['recipient'] },
  params: { campaign_id, schedule_time: moment('When to send, in UTC; minutes must be 00, 15, 30 or 45') },
})

/** https://mailchimp.com/developer/marketing/api/campaigns/send-campaign */
export const send_campaign = write('POST /3.0/campaigns/{campaign_id}/actions/send', {
  description: 'Send a campaign to its audience now; this cannot be undone',
  answers: Type.Null(),
  synonyms: ['publish', 'newsletter', 'mail out'],
  is: ['sends'],
  roles: { derives: ['recipient'] },
  params: { campaign_id },
})

/** https://mailchimp.com/developer/marketing/api/reports/get-campaign-report */
export const get_report = read('GET /3.0/reports/{campaign_id}', {
  description: 'Get the report of a campaign: opens, clicks, bounces, unsubscribes',
  synonyms: ['statistics', 'open rate', 'performance'],
  ttl: '1m',
  params: { campaign_id },
  result: thing,
})

/** https://mailchimp.com/developer/marketing/api/root/list-api-root-resources */
export const get_account = read('GET /3.0/', {
  description: 'Get the Mailchimp account: its name, owner, plan and number of subscribers',
  synonyms: ['profile', 'own account'],
  params: {},
  result: Type.Object({ account_id: Type.String(), account_name: Type.String() }),
})

/** https://mailchimp.com/developer/marketing/api/ping/ping */
export const ping = read('GET /3.0/ping', {
  description: 'Check that the key works',
  synonyms: ['health', 'test'],
  params: {},
  result: Type.Object({ health_status: Type.String() }),
})
