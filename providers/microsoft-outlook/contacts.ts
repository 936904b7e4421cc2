import { clearable, holds, list, optional, type ParamsOf, read, text, write } from '@patchbay/core/provider'
import * as outlook from './parameters.ts'

const contact_id = outlook.id('Id of the contact')
const phone = text(64, 'Phone number')
const person = {
  given_name: text(255, 'First name'),
  surname: text(255, 'Last name'),
  emails: list(outlook.email, { max: 3, description: 'E-mail addresses' }),
  mobile_phone: phone,
  business_phones: list(phone, { max: 2, description: 'Phone numbers at work' }),
  company: text(255, 'Company'),
  job_title: text(255, 'Job title'),
  notes: text(10_000, 'Notes about the person'),
}
const names = {
  given_name: 'givenName',
  mobile_phone: 'mobilePhone',
  business_phones: 'businessPhones',
  company: 'companyName',
  job_title: 'jobTitle',
  notes: 'personalNotes',
} as const
const cleared = {
  given_name: clearable(person.given_name),
  surname: clearable(person.surname),
  emails: clearable(person.emails),
  mobile_phone: clearable(phone),
  business_phones: clearable(person.business_phones),
  company: clearable(person.company),
  job_title: clearable(person.job_title),
  notes: clearable(person.notes),
}

/** https://learn.microsoft.com/en-us/graph/api/resources/contact */
const toLists = ({ emails, business_phones }: Partial<ParamsOf<typeof cleared>>) => ({
  emails: undefined,
  emailAddresses: emails === null ? [] : emails?.map((address) => ({ address, name: address })),
  businessPhones: business_phones === null ? [] : business_phones,
})

/** https://learn.microsoft.com/en-us/graph/api/contact-get */
export const get_contact = read('GET /v1.0/me/contacts/{contact_id}', {
  description: 'Get a contact with addresses and phone numbers',
  synonyms: ['person', 'address book'],
  ttl: '1m',
  params: { contact_id },
  result: outlook.thing,
})

/** https://learn.microsoft.com/en-us/graph/api/user-post-contacts */
export const create_contact = write('POST /v1.0/me/contacts', {
  description: 'Add a person to the contacts',
  synonyms: ['address book', 'save', 'new', 'phone number'],
  is: [],
  additive: true,
  params: optional(person),
  rename: names,
  request: (params) => ({ body: toLists(params) }),
  result: outlook.thing,
})

/** https://learn.microsoft.com/en-us/graph/api/contact-update */
export const update_contact = write('PATCH /v1.0/me/contacts/{contact_id}', {
  description: 'Change a contact; left out stays as it is',
  synonyms: ['person', 'address book', 'phone number', 'edit'],
  // Mails and calls to the person go to these addresses and numbers.
  is: ['grants'],
  onlyIf: {
    grants: ({ emails, mobile_phone, business_phones }) =>
      emails !== undefined || mobile_phone !== undefined || business_phones !== undefined,
  },
  roles: { recipient: ['/emails'] },
  idempotent: true,
  params: { contact_id, ...optional(cleared) },
  rename: names,
  request: (params) => ({ body: toLists(params) }),
  result: outlook.thing,
  confirm: {
    read: get_contact,
    params: { contact_id: ({ contact_id }) => contact_id },
    when: ({ emails }) => emails === undefined,
    shows: holds(
      ({ given_name, surname, mobile_phone, business_phones, company, job_title, notes }) => ({
        givenName: given_name,
        surname,
        mobilePhone: mobile_phone,
        businessPhones: business_phones === null ? [] : business_phones,
        companyName: company,
        jobTitle: job_title,
        personalNotes: notes,
      }),
      '/lastModifiedDateTime',
    ),
  },
})

/** https://learn.microsoft.com/en-us/graph/api/contact-delete */
export const delete_contact = write('DELETE /v1.0/me/contacts/{contact_id}', {
  description: 'Delete a contact',
  synonyms: ['person', 'address book', 'remove'],
  is: ['deletes'],
  idempotent: true,
  params: { contact_id },
  confirm: {
    read: get_contact,
    params: { contact_id: ({ contact_id }) => contact_id },
    shows: (data) => (data === undefined ? true : undefined),
  },
})
