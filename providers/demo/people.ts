import { action, cursor, path, read, Type, write } from '@patchbay/core/provider'
import { parameters } from './parameters.ts'
import { responses } from './responses.ts'

const { person_id, company_id, title, filters, limit, cursor: after } = parameters
const pages = cursor({ items: '/data', next: '/next_cursor', into: 'cursor', size: { into: 'limit', max: 20 } })
const name = Type.String({ minLength: 1, maxLength: 200, description: "A person's name" })
const email = Type.String({ maxLength: 200, description: 'E-mail address; it belongs to one person only' })
const fields = { title: Type.Optional(title), company_id: Type.Optional(company_id) }

export const list_people = action({
  description: 'List people',
  effect: read({ ttl: '30s' }),
  params: { limit: Type.Optional(limit), cursor: Type.Optional(after) },
  call: (query) => ({ method: 'GET', path: path`/v1/people`, query }),
  result: responses.page,
  pages,
})

export const search_people = action({
  description: 'Search people by name, email, title, company_id or created_at',
  effect: read({ ttl: '30s' }),
  params: { filters, limit: Type.Optional(limit), cursor: Type.Optional(after) },
  call: (body) => ({ method: 'POST', path: path`/v1/people/search`, body }),
  result: responses.page,
  pages,
})

export const get_person = action({
  description: 'Get one person',
  effect: read({ ttl: '30s' }),
  params: { person_id },
  call: ({ person_id }) => ({ method: 'GET', path: path`/v1/people/${person_id}` }),
  result: responses.record,
})

export const create_person = action({
  description: 'Add a person',
  effect: write(),
  params: { name, email, ...fields },
  call: (body) => ({ method: 'POST', path: path`/v1/people`, body }),
  result: responses.record,
})

export const update_person = action({
  description: 'Change fields of a person; those left out stay as they are',
  effect: write({ idempotent: true }),
  params: { person_id, name: Type.Optional(name), email: Type.Optional(email), ...fields },
  call: ({ person_id, ...body }) => ({ method: 'PATCH', path: path`/v1/people/${person_id}`, body }),
  result: responses.record,
})

/** The CRM answers 404 the second time, but the person is gone all the same. */
export const delete_person = action({
  description: 'Delete a person',
  effect: write({ idempotent: true }),
  params: { person_id },
  call: ({ person_id }) => ({ method: 'DELETE', path: path`/v1/people/${person_id}` }),
})

export const list_notes = action({
  description: 'List the notes about a person',
  effect: read({ ttl: '30s' }),
  params: { person_id, limit: Type.Optional(limit), cursor: Type.Optional(after) },
  call: ({ person_id, ...query }) => ({ method: 'GET', path: path`/v1/people/${person_id}/notes`, query }),
  result: responses.page,
  pages,
})

export const add_note = action({
  description: 'Add a note about a person; notes are never changed or deleted',
  effect: write(),
  params: { person_id, text: Type.String({ minLength: 1, maxLength: 2000, description: 'What the note says' }) },
  call: ({ person_id, ...body }) => ({ method: 'POST', path: path`/v1/people/${person_id}/notes`, body }),
  result: responses.record,
})
