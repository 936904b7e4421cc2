import { choice, clearable, flag, holds, integer, optional, read, Type, text, write } from '@patchbay/core/provider'
import { details, email, fieldsByKey, listed, notes, tags, user_id } from './parameters.ts'
import { get_user } from './people.ts'

const aUser = Type.Object({ user: Type.Object({ id: Type.Integer() }) })
const name = text(255, 'Name')
const user_role = choice(['end-user', 'agent', 'admin'], 'What the user may do')
const facts = {
  user_role,
  phone: text(50, 'Phone number'),
  notes,
  details,
  organization_id: integer('Id of the organization that the user belongs to'),
  external_id: text(255, 'Id of the user elsewhere'),
  user_tags: tags,
  locale: text(20, 'Language, e.g. en-US'),
  time_zone: text(100, 'Time zone, e.g. Berlin'),
  user_fields: fieldsByKey,
}
/** Users may see each other's tickets in an organization that shares them: https://developer.zendesk.com/api-reference/ticketing/organizations/organizations/#json-format */
const joins = ({ organization_id }: { readonly organization_id?: number | null }): boolean =>
  organization_id !== undefined && organization_id !== null
const asUser = { user_role: 'role', user_tags: 'tags' } as const

/** https://developer.zendesk.com/api-reference/ticketing/users/users/#list-users */
export const list_users = read('GET /api/v2/users', {
  description: 'List users: customers, agents, administrators',
  synonyms: ['people', 'team', 'contacts', 'requesters', 'agents', 'customers'],
  ttl: '1m',
  params: optional({ user_role }),
  rename: { user_role: 'role' },
  pages: listed('/users'),
})

/** https://developer.zendesk.com/api-reference/ticketing/users/users/#create-user */
export const create_user = write('POST /api/v2/users', {
  description: 'Create a user, who gets a mail to verify the address unless skip_verify_email is true',
  synonyms: ['customer', 'agent', 'contact', 'new', 'add', 'requester'],
  is: ['sends', 'shares', 'grants'],
  onlyIf: { shares: joins },
  roles: { recipient: ['/email'], text: ['/notes', '/details'] },
  additive: true,
  params: {
    name,
    ...optional({
      email,
      skip_verify_email: flag('true: no mail is sent, and the address counts as verified'),
      ...facts,
    }),
  },
  rename: asUser,
  wrap: 'user',
  result: aUser,
})

/** https://developer.zendesk.com/api-reference/ticketing/users/users/#update-user */
export const update_user = write('PUT /api/v2/users/{user_id}', {
  description: 'Change a user, e.g. role, organization or suspension; omitted fields stay unchanged',
  synonyms: ['customer', 'agent', 'edit', 'suspend', 'block', 'promote', 'downgrade'],
  is: ['shares', 'grants'],
  onlyIf: { shares: joins },
  roles: { text: ['/notes', '/details'] },
  idempotent: true,
  params: {
    user_id,
    ...optional({
      name,
      suspended: flag('Whether the user may sign in, and mails from the user are refused'),
      ...facts,
      phone: clearable(facts.phone),
      notes: clearable(facts.notes),
      details: clearable(facts.details),
      organization_id: clearable(facts.organization_id),
      external_id: clearable(facts.external_id),
    }),
  },
  rename: asUser,
  wrap: 'user',
  result: aUser,
  confirm: {
    read: get_user,
    params: { user_id: ({ user_id }) => user_id },
    shows: (data, sought) =>
      holds<typeof sought.params>(
        ({ user_id: _, user_role, user_tags, ...changed }) => ({ ...changed, role: user_role, tags: user_tags }),
        '/updated_at',
      )(Object(data).user, sought),
  },
})

/** https://developer.zendesk.com/api-reference/ticketing/users/users/#delete-user: tickets of the user must be closed; the data stays until delete is permanent */
export const delete_user = write('DELETE /api/v2/users/{user_id}', {
  description: 'Delete a user; nobody can restore it',
  synonyms: ['remove', 'customer', 'agent', 'erase'],
  is: ['deletes', 'grants'],
  idempotent: true,
  params: { user_id },
  result: aUser,
})

/** https://developer.zendesk.com/api-reference/ticketing/users/users/#merge-end-users */
export const merge_users = write('PUT /api/v2/users/{user_id}/merge', {
  description: 'Merge a customer into another one; this cannot be undone',
  synonyms: ['duplicates', 'combine', 'end users', 'join'],
  is: ['shares', 'deletes'],
  params: {
    user_id: integer('Id of the user that becomes part of the other one'),
    target_user_id: integer('Id of the user that stays'),
  },
  rename: { target_user_id: 'id' },
  wrap: 'user',
  result: aUser,
})

/** https://developer.zendesk.com/api-reference/ticketing/users/user_identities/#list-identities */
export const list_user_identities = read('GET /api/v2/users/{user_id}/identities', {
  description: "List a user's e-mail addresses, phone numbers and other identities",
  synonyms: ['addresses', 'emails', 'verified'],
  params: { user_id },
  pages: listed('/identities'),
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#list-tickets: those that the user asked for */
export const list_user_tickets = read('GET /api/v2/users/{user_id}/tickets/requested', {
  description: 'List the tickets that a user requested',
  synonyms: ['customer', 'their tickets', 'requests of', 'raised by'],
  params: { user_id },
  pages: listed('/tickets'),
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#list-tickets: those that an agent works on */
export const list_assigned_tickets = read('GET /api/v2/users/{user_id}/tickets/assigned', {
  description: 'List the tickets that are assigned to an agent',
  synonyms: ['workload', 'works on', 'my tickets'],
  params: { user_id },
  pages: listed('/tickets'),
})
