import { choice, integer, optional, read, Type, text } from '@patchbay/core/provider'
import * as zendesk from './parameters.ts'

const { ticket_id, listed } = zendesk
const moment = (description: string) => integer(`${description}, in Unix seconds`, { min: 0 })

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_audits/#list-audits-for-a-ticket */
export const list_ticket_audits = read('GET /api/v2/tickets/{ticket_id}/audits', {
  description: 'List who changed what of a ticket, and when',
  synonyms: ['history', 'changed', 'changes', 'events', 'log', 'audit trail', 'who'],
  params: { ticket_id },
  pages: listed('/audits'),
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_metrics/#show-ticket-metrics */
export const get_ticket_metrics = read('GET /api/v2/tickets/{ticket_id}/metrics', {
  description: "Get a ticket's times: first reply, waiting, resolution",
  synonyms: ['response time', 'sla', 'statistics', 'how long'],
  params: { ticket_id },
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#listing-ticket-incidents */
export const list_incidents = read('GET /api/v2/tickets/{ticket_id}/incidents', {
  description: 'List the incidents that belong to a problem ticket',
  synonyms: ['linked tickets', 'related'],
  params: { ticket_id },
  pages: listed('/tickets'),
})

/** https://developer.zendesk.com/api-reference/ticketing/ticket-management/search/#show-results-count */
export const count_results = read('GET /api/v2/search/count', {
  description: 'Count the tickets, users or organizations that a search finds',
  synonyms: ['how many', 'number of', 'total'],
  params: { query: text(1000, 'Words and conditions, e.g. "type:ticket status:open"') },
  result: Type.Object({ count: Type.Integer() }),
})

/** https://developer.zendesk.com/api-reference/ticketing/ticket-management/incremental_exports/#incremental-ticket-export-cursor-based */
export const export_tickets = read('GET /api/v2/incremental/tickets/cursor', {
  description: 'List all tickets that changed since a time, the oldest change first',
  synonyms: ['sync', 'incremental', 'updated since'],
  params: { start_time: optional(moment('Since when: at least a minute ago; not with a cursor')) },
  pages: {
    kind: 'cursor',
    items: '/tickets',
    next: '/after_cursor',
    into: 'cursor',
    size: { into: 'per_page', max: 1000, default: 100 },
  },
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_fields/#list-ticket-fields */
export const list_ticket_fields = read('GET /api/v2/ticket_fields', {
  description: 'List the fields of tickets, own ones too, with their ids and choices',
  synonyms: ['custom fields', 'properties', 'options', 'schema'],
  ttl: '5m',
  params: {},
  pages: listed('/ticket_fields'),
})

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_forms/#list-ticket-forms */
export const list_ticket_forms = read('GET /api/v2/ticket_forms', {
  description: 'List the forms of tickets with the fields that each has',
  synonyms: ['layouts'],
  ttl: '5m',
  params: {},
  result: Type.Object({ ticket_forms: Type.Array(Type.Unknown()) }),
})

/** https://developer.zendesk.com/api-reference/ticketing/ticket-management/satisfaction_ratings/#list-satisfaction-ratings */
export const list_satisfaction_ratings = read('GET /api/v2/satisfaction_ratings', {
  description: 'List how customers rated the help, with their comments',
  synonyms: ['csat', 'feedback', 'survey', 'happy', 'score'],
  params: optional({
    score: choice(
      [
        'offered',
        'unoffered',
        'received',
        'received_with_comment',
        'received_without_comment',
        'good',
        'good_with_comment',
        'good_without_comment',
        'bad',
        'bad_with_comment',
        'bad_without_comment',
      ],
      'Only ratings like this',
    ),
    start_time: moment('Ratings from then on'),
    end_time: moment('Ratings until then'),
  }),
  pages: listed('/satisfaction_ratings'),
})
