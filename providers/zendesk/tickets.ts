import {
  choice,
  clearable,
  flag,
  holds,
  list,
  madeSince,
  optional,
  page,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import * as zendesk from './parameters.ts'

const { ticket_id, listed } = zendesk
const changes = {
  status: zendesk.status,
  priority: zendesk.priority,
  kind: zendesk.kind,
  tags: zendesk.tags,
  assignee_id: zendesk.assignee_id,
  group_id: zendesk.group_id,
  custom_fields: zendesk.custom_fields,
}
const comment = text(65_536, 'The text')
const is_public = flag('true: the customer sees the comment; false: only agents do')
const uploads = list(text(100, 'Token of an upload'), {
  min: 1,
  max: 20,
  description: 'Files to attach: tokens of upload_attachment',
})
const aTicket = Type.Object({ ticket: Type.Object({ id: Type.Integer() }) })

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#list-tickets */
export const list_tickets = read('GET /api/v2/tickets', {
  description: 'List tickets; use search to filter by words or status',
  synonyms: ['requests', 'cases', 'issues', 'support'],
  ttl: '30s',
  params: {},
  pages: listed('/tickets'),
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#show-ticket */
export const get_ticket = read('GET /api/v2/tickets/{ticket_id}', {
  description: 'Get a ticket; use list_comments for its conversation',
  synonyms: ['request', 'case', 'issue'],
  ttl: '30s',
  params: { ticket_id },
  result: aTicket,
})

/** https://developer.zendesk.com/api-reference/ticketing/ticket-management/search/#list-search-results; 1,000 results at most. */
export const search = read('GET /api/v2/search', {
  description: 'Search tickets, users and organizations',
  synonyms: ['find', 'look up', 'open tickets', 'unsolved', 'overdue'],
  params: {
    query: text(1000, 'Words and conditions, e.g. "type:ticket status<solved assignee:me"'),
    ...optional({
      sort_by: choice(['updated_at', 'created_at', 'priority', 'status', 'ticket_type'], 'Default: by relevance'),
      sort_order: choice(['asc', 'desc'], 'desc if left out'),
    }),
  },
  result: Type.Object({ results: Type.Array(Type.Unknown()) }),
  pages: page({ items: '/results', into: 'page', size: { into: 'per_page', max: 100 } }),
})

/**
 * https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#create-ticket; keys,
 * which it keeps for two hours: https://developer.zendesk.com/api-reference/ticketing/introduction/#idempotency
 */
export const create_ticket = write('POST /api/v2/tickets', {
  description: 'Create a ticket; with requester_email, on behalf of that customer',
  synonyms: ['request', 'case', 'report', 'new'],
  is: ['sends'],
  roles: {
    recipient: ['/requester_email', '/assignee_id'],
    destination: ['/group_id'],
    text: ['/subject', '/comment'],
  },
  additive: true,
  idempotencyKey: { header: 'Idempotency-Key', keptFor: '2h' },
  params: {
    comment,
    ...optional({
      subject: text(150, 'The subject'),
      ...changes,
      requester_email: Type.String({
        format: 'email',
        maxLength: 254,
        description: 'E-mail address of the customer',
        examples: ['ada@example.com'],
      }),
      requester_name: text(255, 'Name of the customer, who is created if the address is unknown'),
      is_public,
      uploads,
    }),
  },
  rename: {
    comment: '/comment/body',
    is_public: '/comment/public',
    uploads: '/comment/uploads',
    requester_email: '/requester/email',
    requester_name: '/requester/name',
    kind: 'type',
  },
  wrap: 'ticket',
  result: aTicket,
  /** The search's index lags by minutes: https://developer.zendesk.com/api-reference/ticketing/ticket-management/search/#results-limit */
  confirm: {
    read: search,
    params: {
      query: (_params, since) => `type:ticket created>=${since.toISOString().slice(0, 19)}Z`,
      sort_by: 'created_at',
      sort_order: 'desc',
      limit: 200,
    },
    shows: madeSince({
      items: '/results',
      made: '/created_at',
      most: 200,
      mayMiss: true,
      like: ({ comment, subject }) => ({ description: comment, subject }),
    }),
  },
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#update-ticket */
export const update_ticket = write('PUT /api/v2/tickets/{ticket_id}', {
  description: 'Change, assign or solve a ticket; omitted fields stay unchanged',
  synonyms: ['edit', 'close', 'escalate', 'status', 'assign'],
  is: [],
  roles: { recipient: ['/assignee_id'], destination: ['/group_id'], text: ['/subject'] },
  idempotent: true,
  params: {
    ticket_id,
    ...optional({
      subject: text(150, 'The subject'),
      ...changes,
      priority: clearable(zendesk.priority),
      kind: clearable(zendesk.kind),
      assignee_id: clearable(zendesk.assignee_id),
      group_id: clearable(zendesk.group_id),
    }),
  },
  rename: { kind: 'type' },
  wrap: 'ticket',
  result: aTicket,
  confirm: {
    read: get_ticket,
    params: { ticket_id: ({ ticket_id }) => ticket_id },
    shows: (data, sought) =>
      holds<typeof sought.params>(({ ticket_id: _, kind, ...changed }) => ({ ...changed, type: kind }), '/updated_at')(
        Object(data).ticket,
        sought,
      ),
  },
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_comments/#list-comments */
export const list_comments = read('GET /api/v2/tickets/{ticket_id}/comments', {
  description: "List a ticket's comments, the oldest first",
  synonyms: ['conversation', 'messages', 'replies', 'history'],
  params: { ticket_id },
  pages: listed('/comments'),
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#update-ticket: comments are added by an update. */
export const add_comment = write('PUT /api/v2/tickets/{ticket_id}', {
  description: 'Reply to the customer, or leave a note for agents',
  synonyms: ['answer', 'respond', 'reply', 'public reply', 'internal note', 'message'],
  is: ['sends'],
  roles: { destination: ['/ticket_id'], text: ['/comment'], derives: ['recipient'] },
  additive: true,
  params: { ticket_id, comment, is_public, ...optional({ status: zendesk.status, uploads }) },
  rename: { comment: '/comment/body', is_public: '/comment/public', uploads: '/comment/uploads' },
  wrap: 'ticket',
  result: aTicket,
  confirm: {
    read: list_comments,
    params: { ticket_id: ({ ticket_id }) => ticket_id, limit: 1000 },
    shows: madeSince({
      items: '/comments',
      made: '/created_at',
      most: 1000,
      like: ({ comment, is_public }) => ({ body: comment, public: is_public }),
      atLeast: ({ comment }) => ({ body: comment }),
    }),
  },
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#delete-ticket */
export const delete_ticket = write('DELETE /api/v2/tickets/{ticket_id}', {
  description: 'Delete a ticket; administrators can restore it for 30 days',
  answers: Type.Null(),
  synonyms: ['remove', 'spam'],
  is: ['deletes'],
  idempotent: true,
  params: { ticket_id },
  confirm: {
    read: get_ticket,
    params: { ticket_id: ({ ticket_id }) => ticket_id },
    shows: (data) => data === undefined,
  },
})
