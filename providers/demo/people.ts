import { optional, read, Type, text, write } from '@patchbay/core/provider'
import { aList, aRecord, company_id, filters, person_id, title } from './parameters.ts'

const name = text(200, "A person's name")
const email = Type.String({ maxLength: 200, description: 'E-mail address; it belongs to one person only' })

export const list_people = read('GET /v1/people', {
  description: 'List people',
  synonyms: ['contacts', 'everyone', 'customers'],
  ttl: '30s',
  params: {},
  ...aList,
})

export const search_people = read('POST /v1/people/search', {
  description: 'Search people by name, email, title, company_id or created_at',
  synonyms: ['contacts', 'leads', 'customers'],
  ttl: '30s',
  params: { filters },
  ...aList,
})

export const get_person = read('GET /v1/people/{person_id}', {
  description: 'Get one person',
  synonyms: ['contact', 'lead', 'customer'],
  ttl: '30s',
  params: { person_id },
  result: aRecord,
})

export const create_person = write('POST /v1/people', {
  description: 'Add a person',
  synonyms: ['contact', 'lead', 'customer', 'new'],
  is: [],
  additive: true,
  params: { name, email, ...optional({ title, company_id }) },
  result: aRecord,
})

export const update_person = write('PATCH /v1/people/{person_id}', {
  description: 'Change fields of a person; omitted fields stay unchanged',
  synonyms: ['contact', 'lead', 'customer', 'edit'],
  is: [],
  idempotent: true,
  params: { person_id, ...optional({ name, email, title, company_id }) },
  result: aRecord,
})

/** The CRM answers 404 the second time, but the person is gone all the same. */
export const delete_person = write('DELETE /v1/people/{person_id}', {
  description: 'Delete a person',
  synonyms: ['contact', 'remove', 'erase'],
  is: ['deletes'],
  idempotent: true,
  params: { person_id },
})

export const list_notes = read('GET /v1/people/{person_id}/notes', {
  description: 'List the notes about a person',
  synonyms: ['comments', 'remarks', 'what we know'],
  ttl: '30s',
  params: { person_id },
  ...aList,
})

export const add_note = write('POST /v1/people/{person_id}/notes', {
  description: 'Add a note about a person; notes are never changed or deleted',
  synonyms: ['comment', 'remark', 'write down', 'log'],
  is: [],
  roles: { text: ['/text'] },
  additive: true,
  params: { person_id, text: text(2000, 'Text of the note') },
  result: aRecord,
})
