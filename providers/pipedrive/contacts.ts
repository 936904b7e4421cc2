import { clearable, flag, htmlLoads, list, object, optional, read, Type, text, write } from '@patchbay/core/provider'
import * as pipedrive from './parameters.ts'

const { person_id, org_id, owner_id, aThing, listed, found } = pipedrive
const name = text(255, 'The name')
const values = (what: string) =>
  list(
    object({
      value: text(255, what),
      ...optional({ primary: flag('Whether it is the main one'), label: text(50, 'e.g. work') }),
    }),
    {
      max: 20,
      description: what,
    },
  )
const content = {
  org_id,
  owner_id,
  emails: values('E-mail address'),
  phones: values('Phone number'),
  label_ids: pipedrive.label_ids,
  custom_fields: pipedrive.custom_fields,
}

/** https://developers.pipedrive.com/docs/api/v1/Persons#getPersons */
export const list_persons = read('GET /api/v2/persons', {
  description: 'List persons',
  synonyms: ['contacts', 'people', 'leads'],
  ttl: '30s',
  params: optional({
    org_id,
    owner_id,
    updated_since: pipedrive.updated_since,
    sort_by: pipedrive.sort_by,
    sort_direction: pipedrive.sort_direction,
  }),
  pages: listed,
})

/** https://developers.pipedrive.com/docs/api/v1/Persons#searchPersons */
export const search_persons = read('GET /api/v2/persons/search', {
  description: 'Search persons by name, e-mail address, phone number, notes and custom fields',
  synonyms: ['contact', 'find', 'look up', 'who'],
  params: { term: pipedrive.term, exact_match: optional(pipedrive.exact_match) },
  pages: found,
})

/** https://developers.pipedrive.com/docs/api/v1/Persons#getPerson */
export const get_person = read('GET /api/v2/persons/{person_id}', {
  description: 'Get a person',
  synonyms: ['contact', 'details'],
  ttl: '30s',
  params: { person_id },
  result: aThing,
})

/** https://developers.pipedrive.com/docs/api/v1/Persons#addPerson */
export const create_person = write('POST /api/v2/persons', {
  description: 'Add a person',
  synonyms: ['contact', 'new', 'lead'],
  is: [],
  roles: { recipient: ['/owner_id'], text: ['/name'] },
  additive: true,
  params: { name, ...optional(content) },
  result: aThing,
})

/** https://developers.pipedrive.com/docs/api/v1/Persons#updatePerson */
export const update_person = write('PATCH /api/v2/persons/{person_id}', {
  description: 'Change a person; omitted fields stay unchanged',
  synonyms: ['contact', 'edit'],
  // Mails and calls to the person go to these addresses and numbers.
  is: ['grants'],
  onlyIf: {
    grants: ({ emails, phones, custom_fields }) =>
      emails !== undefined || phones !== undefined || custom_fields !== undefined,
  },
  roles: { recipient: ['/owner_id', '/emails/value', '/phones/value'], text: ['/name'] },
  idempotent: true,
  params: { person_id, ...optional({ name, ...content, org_id: clearable(org_id) }) },
  result: aThing,
})

/** https://developers.pipedrive.com/docs/api/v1/Organizations#searchOrganization */
export const search_organizations = read('GET /api/v2/organizations/search', {
  description: 'Search organizations by name, address, notes and custom fields',
  synonyms: ['companies', 'accounts', 'find'],
  params: { term: pipedrive.term, exact_match: optional(pipedrive.exact_match) },
  pages: found,
})

/** https://developers.pipedrive.com/docs/api/v1/Organizations#addOrganization */
export const create_organization = write('POST /api/v2/organizations', {
  description: 'Add an organization',
  synonyms: ['company', 'account', 'new'],
  is: [],
  roles: { recipient: ['/owner_id'], text: ['/name'] },
  additive: true,
  params: { name, ...optional({ owner_id, label_ids: pipedrive.label_ids, custom_fields: pipedrive.custom_fields }) },
  result: aThing,
})

/** https://developers.pipedrive.com/docs/api/v1/Activities#getActivities */
export const list_activities = read('GET /api/v2/activities', {
  description: 'List activities: calls, meetings, tasks',
  synonyms: ['todo', 'calendar', 'follow-ups'],
  ttl: '30s',
  params: optional({
    deal_id: pipedrive.deal_id,
    person_id,
    org_id,
    owner_id,
    done: flag('true: only completed items; false: only open ones'),
    updated_since: pipedrive.updated_since,
  }),
  pages: listed,
})

/** https://developers.pipedrive.com/docs/api/v1/Activities#addActivity */
export const create_activity = write('POST /api/v2/activities', {
  description: 'Add an activity: a call, a meeting, a task',
  synonyms: ['todo', 'schedule', 'follow up', 'reminder'],
  is: ['runs'],
  onlyIf: { runs: ({ note }) => htmlLoads(note) },
  roles: { recipient: ['/owner_id'], text: ['/subject', '/note'] },
  additive: true,
  params: {
    subject: text(255, 'What it is about'),
    ...optional({
      kind: text(50, 'Its type, e.g. call, meeting or task'),
      due_date: Type.String({ format: 'date', maxLength: 10, description: 'YYYY-MM-DD', examples: ['2026-01-31'] }),
      deal_id: pipedrive.deal_id,
      org_id,
      owner_id,
      note: text(50_000, 'A note, in HTML'),
      done: flag('Whether it is done'),
    }),
  },
  rename: { kind: 'type' },
  result: aThing,
})

/** https://developers.pipedrive.com/docs/api/v1/Activities#updateActivity */
export const complete_activity = write('PATCH /api/v2/activities/{activity_id}', {
  description: 'Mark an activity as done, or as open again',
  synonyms: ['finish', 'todo', 'task'],
  is: [],
  idempotent: true,
  params: { activity_id: pipedrive.activity_id, done: flag('Whether it is done') },
  result: aThing,
})

/** https://developers.pipedrive.com/docs/api/v1/Users#getCurrentUser */
export const get_me = read('GET /v1/users/me', {
  description: 'Get the user that calls are made as, with the company',
  synonyms: ['who am i', 'account'],
  params: {},
  result: aThing,
})
