import { choice, flag, list, object, optional, path, read, record, Type, text, write } from '@patchbay/core/provider'
import { email, list_id, listed, moment, thing, toMemberId } from './parameters.ts'

const states = ['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional'] as const
const merge_fields = record(Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Null()]), {
  max: 100,
  description: 'Values by the field\'s tag, e.g. FNAME and LNAME; null or "" clears one',
})

/** https://mailchimp.com/developer/marketing/api/lists/get-lists-info */
export const list_audiences = read('GET /3.0/lists', {
  description: 'List the audiences with their numbers of members',
  synonyms: ['mailing lists', 'subscribers', 'newsletter'],
  ttl: '1m',
  params: {},
  result: Type.Object({ lists: Type.Array(thing) }),
  pages: listed('/lists'),
})

/** https://mailchimp.com/developer/marketing/api/list-members/list-members-info */
export const list_members = read('GET /3.0/lists/{list_id}/members', {
  description: 'List the members of an audience',
  synonyms: ['subscribers', 'contacts', 'unsubscribed'],
  params: {
    list_id,
    ...optional({
      member_status: choice(states, 'Only members in this state'),
      changed_since: moment('Only members that changed after this time'),
    }),
  },
  rename: { member_status: 'status', changed_since: 'since_last_changed' },
  result: Type.Object({ members: Type.Array(Type.Unknown()) }),
  pages: listed('/members'),
})

/** https://mailchimp.com/developer/marketing/api/list-members/get-member-info */
export const get_member = read('GET /3.0/lists/{list_id}/members/{email}', {
  description: 'Get a member of an audience by e-mail address',
  synonyms: ['subscriber', 'contact', 'is subscribed'],
  params: { list_id, email },
  request: ({ list_id, email }) => ({ path: path`/3.0/lists/${list_id}/members/${toMemberId(email)}` }),
  result: thing,
})

/** https://mailchimp.com/developer/marketing/api/list-members/add-or-update-list-member */
export const upsert_member = write('PUT /3.0/lists/{list_id}/members/{email}', {
  description: 'Add a member to an audience, or change the one with that address',
  synonyms: ['subscribe', 'subscriber', 'contact', 'unsubscribe', 'new'],
  is: ['sends'],
  roles: { recipient: ['/email'], destination: ['/list_id'] },
  idempotent: true,
  params: {
    list_id,
    email,
    status_if_new: choice(states, 'State of a new member; pending sends a mail that asks to confirm'),
    ...optional({
      member_status: choice(states, 'State to set, also if the member exists already'),
      merge_fields,
      vip: flag('Whether the member is a VIP'),
    }),
  },
  rename: { member_status: 'status' },
  request: ({ list_id, email, merge_fields }) => ({
    path: path`/3.0/lists/${list_id}/members/${toMemberId(email)}`,
    body: {
      email_address: email,
      // https://mailchimp.com/developer/marketing/docs/merge-fields: an empty text clears one.
      merge_fields:
        merge_fields && Object.fromEntries(Object.entries(merge_fields).map(([tag, value]) => [tag, value ?? ''])),
    },
  }),
  result: thing,
})

/** https://mailchimp.com/developer/marketing/api/list-members/archive-list-member */
export const archive_member = write('DELETE /3.0/lists/{list_id}/members/{email}', {
  description: 'Archive a member of an audience',
  answers: Type.Null(),
  synonyms: ['remove', 'delete', 'subscriber'],
  is: [],
  roles: { destination: ['/list_id'] },
  idempotent: true,
  params: { list_id, email },
  request: ({ list_id, email }) => ({ path: path`/3.0/lists/${list_id}/members/${toMemberId(email)}` }),
})

/** https://mailchimp.com/developer/marketing/api/list-member-tags/add-or-remove-member-tags */
export const tag_member = write('POST /3.0/lists/{list_id}/members/{email}/tags', {
  description: 'Add tags to a member of an audience, or remove them',
  answers: Type.Null(),
  synonyms: ['label', 'segment', 'untag'],
  // Automations that begin with a tag send mails, as the request is no sync (`is_syncing`).
  is: ['sends'],
  roles: { recipient: ['/email'], destination: ['/list_id'] },
  idempotent: true,
  params: {
    list_id,
    email,
    tags: list(object({ name: text(100, 'The tag'), status: choice(['active', 'inactive'], 'inactive removes it') }), {
      min: 1,
      max: 100,
      description: 'The tags',
    }),
  },
  request: ({ list_id, email }) => ({ path: path`/3.0/lists/${list_id}/members/${toMemberId(email)}/tags` }),
})

/** https://mailchimp.com/developer/marketing/api/search-members/search-members */
export const search_members = read('GET /3.0/search-members', {
  description: 'Find members of all audiences, or of one, by address or name',
  synonyms: ['look up', 'subscriber', 'contact'],
  params: { query: text(200, 'An address or a name'), list_id: optional(list_id) },
  result: Type.Object({ full_search: Type.Object({}) }),
})
