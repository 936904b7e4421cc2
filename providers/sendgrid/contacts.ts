import { link, list, object, optional, pattern, read, record, Type, text, write } from '@patchbay/core/provider'
import { email } from './parameters.ts'

const contact = object({
  email,
  ...optional({
    first_name: text(50, 'First name'),
    last_name: text(50, 'Last name'),
    city: text(60, 'City'),
    country: text(50, 'Country'),
    custom_fields: record(Type.Union([Type.String({ maxLength: 1000 }), Type.Number()]), {
      max: 120,
      description: 'Values by the id of the custom field',
    }),
  }),
})
const list_id = pattern('^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', 36, 'Id of a list')
const emails = list(email, { min: 1, max: 100, description: 'E-mail addresses' })

/** https://www.twilio.com/docs/sendgrid/api-reference/contacts/add-or-update-a-contact; done later, by a job. */
export const upsert_contacts = write('PUT /v3/marketing/contacts', {
  description: 'Add contacts, or update the ones with the same address; SendGrid applies it within minutes',
  synonyms: ['import', 'subscribers', 'add to a list', 'new contact'],
  // Automations that begin with a list send mails to who is added to it.
  is: ['sends'],
  roles: { recipient: ['/contacts/email'], destination: ['/list_ids'] },
  idempotent: true,
  params: {
    contacts: list(contact, { min: 1, max: 1000, description: 'The contacts' }),
    list_ids: optional(list(list_id, { max: 50, description: 'Lists to add the contacts to' })),
  },
  result: Type.Object({ job_id: Type.String() }),
})

/** https://www.twilio.com/docs/sendgrid/api-reference/contacts/search-contacts; it answers 50 at most. */
export const search_contacts = read('POST /v3/marketing/contacts/search', {
  description: 'Search contacts by a query in SGQL; returns the first 50 and how many there are',
  synonyms: ['find', 'subscribers', 'segment'],
  params: { query: text(4000, `A condition, e.g. email LIKE '%@example.com' AND first_name = 'Ada'`) },
  result: Type.Object({ contact_count: Type.Number() }),
})

/** https://www.twilio.com/docs/sendgrid/api-reference/contacts/get-contacts-by-emails; 404 where none is known. */
export const find_contacts = read('POST /v3/marketing/contacts/search/emails', {
  description: 'Find contacts by their e-mail addresses',
  synonyms: ['look up', 'subscriber', 'person'],
  params: { emails },
  result: Type.Object({ result: Type.Object({}) }),
})

/** https://www.twilio.com/docs/sendgrid/api-reference/lists/get-all-lists */
export const list_lists = read('GET /v3/marketing/lists', {
  description: 'List the contact lists with how many contacts each has',
  synonyms: ['audiences', 'mailing lists'],
  ttl: '1m',
  params: {},
  pages: link({ items: '/result', next: '/_metadata/next', size: { into: 'page_size', max: 1000 } }),
})
