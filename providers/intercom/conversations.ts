import {
  choice,
  cursor,
  flag,
  htmlLoads,
  integer,
  list,
  object,
  optional,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'

const conversation_id = text(50, 'Id of the conversation')
const admin_id = text(50, 'Id of the teammate who does it: list_admins lists them')
const html = text(100_000, 'The text; HTML is allowed')

const operators = ['=', '!=', 'IN', 'NIN', '<', '<=', '>', '>=', '~', '!~', '^', '$']
const string = Type.String({ maxLength: 1000 })
const filter = object({
  field: text(200, 'E.g. email, open or updated_at'),
  operator: choice(operators, 'IN and NIN take a list; ~: contains, ^: starts with, $: ends with'),
  value: Type.Union(
    [string, Type.Integer(), Type.Boolean(), Type.Null(), list(Type.Union([string, Type.Integer()]), { max: 100 })],
    { description: 'Dates are seconds since 1970' },
  ),
})
const all = choice(['AND', 'OR'], 'Whether all conditions hold, or one')
const filters = list(filter, { min: 1, max: 15 })
const groups = list(object({ operator: all, value: filters }), { min: 1, max: 15 })
const query = Type.Union([filter, object({ operator: all, value: Type.Union([filters, groups]) })], {
  description:
    'A condition: {"field": "open", "operator": "=", "value": true}, or several: {"operator": "AND", "value": [...]}',
})
/** https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis/pagination-cursor */
const pages = (items: `/${string}`) =>
  cursor({
    items,
    next: '/pages/next/starting_after',
    into: '/pagination/starting_after',
    size: { into: '/pagination/per_page', max: 150 },
  })

/** https://developers.intercom.com/docs/references/rest-api/api.intercom.io/conversations/searchconversations */
export const search_conversations = read('POST /conversations/search', {
  description: 'Search conversations by their state, dates, people, tags and texts',
  synonyms: ['chats', 'inbox', 'support'],
  params: { query },
  pages: pages('/conversations'),
})

/** https://developers.intercom.com/docs/references/rest-api/api.intercom.io/contacts/searchcontacts */
export const search_contacts = read('POST /contacts/search', {
  description: 'Search contacts, e.g. by email',
  synonyms: ['customers', 'users', 'leads', 'people'],
  params: { query },
  pages: pages('/data'),
})

/** https://developers.intercom.com/docs/references/rest-api/api.intercom.io/conversations/replyconversation */
export const reply_to_conversation = write('POST /conversations/{conversation_id}/reply', {
  description: 'Answer a conversation, or leave a note in it that the customer does not see',
  synonyms: ['respond', 'comment', 'chat'],
  is: ['sends'],
  roles: { destination: ['/conversation_id'], text: ['/body'], derives: ['recipient'] },
  additive: true,
  params: {
    conversation_id,
    admin_id,
    message_type: choice(['comment', 'note'], 'note: for teammates only'),
    body: html,
  },
  request: () => ({ body: { type: 'admin' } }),
})

const parts = 'POST /conversations/{conversation_id}/parts'

/** https://developers.intercom.com/docs/references/rest-api/api.intercom.io/conversations/manageconversation */
export const close_conversation = write(parts, {
  description: 'Close a conversation',
  synonyms: ['resolve', 'done'],
  is: ['sends'],
  roles: { text: ['/body'], derives: ['recipient'] },
  params: { conversation_id, admin_id, body: optional(html) },
  request: () => ({ body: { type: 'admin', message_type: 'close' } }),
})

/** https://developers.intercom.com/docs/references/rest-api/api.intercom.io/conversations/manageconversation */
export const assign_conversation = write(parts, {
  description: 'Assign a conversation to a teammate or a team',
  synonyms: ['hand over', 'route'],
  is: ['sends'],
  roles: { recipient: ['/assignee_id'], text: ['/body'], derives: ['recipient'] },
  params: {
    conversation_id,
    admin_id,
    assignee_id: text(50, 'Id of the teammate or team; 0: nobody'),
    to_team: optional(flag('Whether the id is that of a team')),
    body: optional(html),
  },
  request: ({ to_team = false }) => ({
    body: { to_team: undefined, type: to_team ? 'team' : 'admin', message_type: 'assignment' },
  }),
})

/** https://developers.intercom.com/docs/references/rest-api/api.intercom.io/conversations/manageconversation */
export const snooze_conversation = write(parts, {
  description: 'Hide a conversation until a time',
  synonyms: ['postpone', 'later'],
  is: [],
  params: { conversation_id, admin_id, snoozed_until: integer('When it comes back, in seconds since 1970') },
  request: () => ({ body: { message_type: 'snoozed' } }),
})

/** The document says that the id is a number, but it is a text: https://developers.intercom.com/docs/references/rest-api/api.intercom.io/conversations/retrieveconversation */
export const get_conversation = read('GET /conversations/{conversation_id}', {
  description: 'Get a conversation with its latest messages',
  synonyms: ['read', 'chat'],
  params: { conversation_id, plain: optional(flag('Whether the messages are shown without HTML')) },
  request: ({ plain = false }) => ({ query: { plain: undefined, ...(plain && { display_as: 'plaintext' }) } }),
})

/** The document says that the id is a number, but it is a text: https://developers.intercom.com/docs/references/rest-api/api.intercom.io/notes/createnote */
export const add_note = write('POST /contacts/{contact_id}/notes', {
  description: 'Write a note about a contact, for teammates',
  synonyms: ['remember'],
  is: ['runs'],
  onlyIf: { runs: ({ body }) => htmlLoads(body) },
  roles: { destination: ['/contact_id'], text: ['/body'] },
  additive: true,
  params: { contact_id: text(50, 'Id of the contact'), body: html, admin_id },
})
