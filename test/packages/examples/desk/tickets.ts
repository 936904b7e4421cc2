import { choice, cursor, integer, list, optional, read, text, write } from '@patchbay/core/provider'

const ticket_id = integer('Number of the ticket')
const subject = text(150, 'Subject of the ticket')
const comment = text(65_536, 'What to write to the requester')
const priority = choice(['low', 'normal', 'high', 'urgent'], 'How urgent the ticket is')
const uploads = list(text(100, 'Token of an uploaded file'), { max: 20, description: 'Files to attach' })
const status = choice(['new', 'open', 'pending', 'solved'], 'State of the ticket')

export const list_tickets = read('GET /api/v2/tickets', {
  description: 'List tickets',
  ttl: '30s',
  params: {},
  pages: cursor({
    items: '/tickets',
    next: '/meta/after_cursor',
    more: '/meta/has_more',
    into: '/page/after',
    // Without a size the vendor numbers its pages instead.
    size: { into: '/page/size', max: 100, default: 100 },
  }),
})

export const get_ticket = read('GET /api/v2/tickets/{ticket_id}', {
  description: 'Get a ticket by its number',
  ttl: '30s',
  params: { ticket_id },
})

export const create_ticket = write('POST /api/v2/tickets', {
  description: 'Create a ticket',
  additive: true,
  idempotencyKey: 'Idempotency-Key',
  params: { subject, comment, ...optional({ priority, uploads }) },
  rename: { comment: '/comment/body', uploads: '/comment/uploads' },
  wrap: 'ticket',
})

export const update_ticket = write('PUT /api/v2/tickets/{ticket_id}', {
  description: 'Change a ticket, or answer its requester',
  params: { ticket_id, ...optional({ subject, comment, priority, status, uploads }) },
  rename: { comment: '/comment/body', uploads: '/comment/uploads' },
  wrap: 'ticket',
})
