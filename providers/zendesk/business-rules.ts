import { choice, flag, integer, optional, read, Type, text } from '@patchbay/core/provider'
import { listed, ticket_id } from './parameters.ts'

const macro_id = integer('Id of the macro')
const view_id = integer('Id of the view')
const active = flag('true: only active ones; false: only others')

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/macros/#list-macros */
export const list_macros = read('GET /api/v2/macros', {
  description: 'List the macros: prepared answers and changes',
  synonyms: ['canned responses', 'templates', 'prepared replies'],
  ttl: '1m',
  params: optional({
    active,
    category: text(255, 'Only macros of this category'),
    group_id: integer('Only macros of this group'),
    macro_access: choice(['personal', 'agents', 'shared', 'account'], 'Only macros that these can use'),
  }),
  rename: { macro_access: 'access' },
  pages: listed('/macros'),
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/macros/#show-macro */
export const get_macro = read('GET /api/v2/macros/{macro_id}', {
  description: 'Get a macro with what it does',
  synonyms: ['canned response', 'template'],
  ttl: '1m',
  params: { macro_id },
  result: Type.Object({ macro: Type.Object({ id: Type.Integer() }) }),
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/macros/#show-ticket-after-changes; it changes nothing: update_ticket and add_comment do. */
export const preview_macro = read('GET /api/v2/tickets/{ticket_id}/macros/{macro_id}/apply', {
  description: 'Get a ticket and the comment as a macro would make them; update_ticket and add_comment then do it',
  synonyms: ['apply macro', 'use macro', 'run macro', 'canned response', 'template'],
  params: { ticket_id, macro_id },
  result: Type.Object({ result: Type.Object({ ticket: Type.Object({}) }) }),
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/views/#list-views */
export const list_views = read('GET /api/v2/views', {
  description: 'List the views: saved searches for tickets',
  synonyms: ['queues', 'filters', 'saved searches'],
  ttl: '1m',
  params: optional({ active }),
  pages: listed('/views'),
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/views/#list-tickets-from-a-view */
export const list_view_tickets = read('GET /api/v2/views/{view_id}/tickets', {
  description: 'List the tickets in a view',
  synonyms: ['queue', 'my unsolved tickets', 'saved search'],
  params: { view_id },
  pages: listed('/tickets'),
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/views/#count-tickets-in-view: the number may be some minutes old */
export const count_view_tickets = read('GET /api/v2/views/{view_id}/count', {
  description: 'Count the tickets in a view',
  synonyms: ['how many', 'queue', 'backlog'],
  params: { view_id },
  result: Type.Object({ view_count: Type.Object({}) }),
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/triggers/#list-triggers */
export const list_triggers = read('GET /api/v2/triggers', {
  description: 'List the triggers: what happens by itself when a ticket is made or changed',
  synonyms: ['rules', 'automation', 'notifications'],
  ttl: '1m',
  params: optional({ active }),
  pages: listed('/triggers'),
})

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/automations/#list-automations */
export const list_automations = read('GET /api/v2/automations', {
  description: 'List the automations: what happens by itself after some time',
  synonyms: ['rules', 'schedule'],
  ttl: '1m',
  params: optional({ active }),
  pages: listed('/automations'),
})
