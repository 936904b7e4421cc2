/**
 * The `outputSchema` of every tool: the envelope of an answer or of an error (specification, sections 2.5 and 2.6), with
 * what MCP adds. One flat object, as some clients check the result of a failed call by it, too.
 */
export const outputSchema = {
  type: 'object',
  properties: {
    success: { type: 'boolean', description: 'true; absent when the call failed' },
    status: { type: 'integer', description: 'HTTP status' },
    cache: { type: 'string', enum: ['MISS', 'HIT', 'BYPASS'] },
    data: { description: "The provider's answer" },
    truncated: {
      type: 'object',
      description: 'There is more: call the tool again with `continuation`',
      properties: {
        at: { type: 'string', description: 'JSON pointer into data: what was cut' },
        returned: { type: 'integer', description: 'How many of its items (or characters) are here' },
        total: { type: 'integer', description: 'How many there are' },
        continuation: { type: 'string' },
      },
      required: ['at', 'returned', 'total', 'continuation'],
    },
    mended: {
      type: 'array',
      description: 'Arguments that were taken as another type than they were sent',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
      },
    },
    error: { type: 'string', description: 'What went wrong' },
    code: { type: 'string' },
    details: { description: 'What to change, or what the provider said' },
    accounts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, label: { type: 'string' }, default: { type: 'boolean' } },
        required: ['id', 'label', 'default'],
      },
    },
    retry_after: { type: 'number', description: 'Seconds to wait before trying again' },
    request_id: { type: 'string' },
  },
  required: ['status'],
}
