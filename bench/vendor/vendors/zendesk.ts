import type { Vendor } from '../vendor.ts'

const pagination = 'https://developer.zendesk.com/api-reference/introduction/pagination'

const requester = { type: 'object', properties: { name: { type: 'string' }, email: { type: 'string' } } }

export const zendesk: Vendor = {
  id: 'zendesk',
  documents: [
    {
      file: 'zendesk__oas.json',
      from: 'https://developer.zendesk.com/zendesk/oas.yaml',
      corrections: [
        {
          at: '/components/schemas/TicketUpdateInput/properties/custom_fields/items',
          value: { type: 'object', properties: { id: { type: 'integer' }, value: {} } },
          why: 'https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#setting-custom-field-values: an id and a value',
        },
        {
          at: '/components/schemas/TicketCreateInput/allOf',
          value: [{ $ref: '#/components/schemas/TicketUpdateInput' }, { type: 'object', properties: { requester } }],
          why: 'https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#creating-a-ticket-with-a-new-requester',
        },
        {
          at: '/paths/~1api~1v2~1groups/get/parameters',
          value: [],
          why: 'user_id belongs to /api/v2/users/{user_id}/groups, which the document has in the same operation',
        },
      ],
    },
  ],
  headers: { 'idempotency-key': 'https://developer.zendesk.com/api-reference/ticketing/introduction/#idempotency' },
  query: { page: pagination, per_page: pagination },
  settings: { subdomain: 'acme' },
  credential: { access_token: 'ada@example.com/token:abc123', auth: 'key' },
}
