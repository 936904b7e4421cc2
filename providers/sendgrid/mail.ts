import {
  choice,
  integer,
  invalid,
  link,
  list,
  object,
  offset,
  optional,
  pattern,
  read,
  record,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import { day, person } from './parameters.ts'

const people = (description: string) => list(person, { min: 1, max: 100, description })
const template_id = text(100, 'Id of a template')

/**
 * https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send. A mail has no id to repeat it by, so it is sent
 * once. One mail for all: who is in `to` and `cc` sees the others.
 */
export const send_mail = write('POST /v3/mail/send', {
  description: 'Send an e-mail: give subject with text or html, or a template_id',
  answers: Type.Object({ message_id: Type.String() }),
  synonyms: ['message', 'notify', 'newsletter', 'write to'],
  is: ['sends'],
  roles: { recipient: ['/to/email', '/cc/email', '/bcc/email'], text: ['/subject', '/text', '/html'] },
  additive: true,
  params: {
    from: person,
    to: people('Recipients'),
    ...optional({
      cc: people('Recipients of a copy'),
      bcc: people('Recipients that others do not see'),
      reply_to: person,
      subject: text(998, 'The subject'),
      text: text(500_000, 'The text'),
      html: text(500_000, 'The text in HTML'),
      template_id,
      template_data: record(Type.Unknown(), { max: 100, description: 'Values for the template, by name' }),
      attachments: list(
        object({
          content: pattern('^[A-Za-z0-9+/]+={0,2}$', 700_000, 'Its bytes in base64'),
          filename: text(255, 'Name of the file'),
          type: optional(text(100, 'Its media type, e.g. application/pdf')),
        }),
        { max: 10, description: 'Files to attach' },
      ),
      categories: list(text(255, 'A category'), {
        max: 10,
        description: 'Names under which statistics count the mail',
      }),
      send_at: integer('When to send, in Unix seconds; within the next 72 hours'),
      unsubscribe_group: integer('Id of the unsubscribe group: list_unsubscribe_groups lists them'),
    }),
  },
  rename: { unsubscribe_group: '/asm/group_id' },
  request: ({ to, cc, bcc, text, html, template_id, template_data }) => {
    const content = [
      ...(text === undefined ? [] : [{ type: 'text/plain', value: text }]),
      ...(html === undefined ? [] : [{ type: 'text/html', value: html }]),
    ]
    if (content.length === 0 && template_id === undefined) throw invalid('', 'give text, html or template_id')
    return {
      body: {
        to: undefined,
        cc: undefined,
        bcc: undefined,
        text: undefined,
        html: undefined,
        template_data: undefined,
        personalizations: [{ to, cc, bcc, dynamic_template_data: template_data }],
        content: content.length > 0 ? content : undefined,
      },
    }
  },
  /** The answer has no body: https://www.twilio.com/docs/sendgrid/glossary/message-id */
  shape: (_, { headers }) => ({ message_id: headers.get('x-message-id') }),
})

/** https://www.twilio.com/docs/sendgrid/api-reference/transactional-templates/retrieve-paged-transactional-templates */
export const list_templates = read('GET /v3/templates', {
  description: 'List the templates of mails',
  synonyms: ['layouts', 'designs'],
  ttl: '5m',
  params: { generations: optional(choice(['legacy', 'dynamic', 'legacy,dynamic'], 'Kinds; default: legacy')) },
  pages: link({ items: '/result', next: '/_metadata/next', size: { into: 'page_size', max: 200, default: 100 } }),
})

/** https://www.twilio.com/docs/sendgrid/api-reference/transactional-templates/retrieve-a-single-transactional-template */
export const get_template = read('GET /v3/templates/{template_id}', {
  description: 'Get a template with its versions: their subjects and HTML',
  synonyms: ['layout', 'design'],
  ttl: '5m',
  params: { template_id },
  result: Type.Object({ id: Type.String(), name: Type.String() }),
})

/** https://www.twilio.com/docs/sendgrid/api-reference/stats/retrieve-global-email-statistics */
export const get_stats = read('GET /v3/stats', {
  description:
    'Get counts of mails that were sent, delivered, opened, clicked, bounced and so on, by day, week or month',
  synonyms: ['statistics', 'open rate', 'deliverability', 'report'],
  ttl: '5m',
  params: {
    start_date: day('First day'),
    ...optional({
      end_date: day('Last day; default: today'),
      aggregated_by: choice(['day', 'week', 'month'], 'The unit'),
    }),
  },
  pages: offset({ items: '', into: 'offset', size: { into: 'limit', max: 500 } }),
})

/** https://www.twilio.com/docs/sendgrid/api-reference/sender-verification/get-all-verified-senders */
export const list_senders = read('GET /v3/verified_senders', {
  description: 'List the senders that were verified one by one; whole domains are not among them',
  synonyms: ['from addresses', 'identities'],
  ttl: '5m',
  params: {},
  result: Type.Object({ results: Type.Array(Type.Unknown()) }),
})

/** https://www.twilio.com/docs/sendgrid/api-reference/users-api/retrieve-your-username */
export const get_username = read('GET /v3/user/username', {
  description: 'Get the user name of the SendGrid account that the API key belongs to',
  synonyms: ['profile', 'own account'],
  params: {},
  result: Type.Object({ username: Type.String() }),
})

/** https://www.twilio.com/docs/sendgrid/api-reference/api-key-permissions/retrieve-a-list-of-scopes-for-which-this-user-has-access */
export const list_scopes = read('GET /v3/scopes', {
  description: 'List the permissions of the API key',
  synonyms: ['permissions', 'check the key'],
  params: {},
  result: Type.Object({ scopes: Type.Array(Type.String()) }),
})
