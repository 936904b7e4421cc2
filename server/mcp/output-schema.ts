const type = (name: string, more: object = {}) => ({ type: name, ...more })
const listOf = (properties: object) => type('array', { items: type('object', { properties }) })

/**
 * The `outputSchema` of every tool: the envelope of an answer or of an error (docs/call.md, "The envelope" and "Errors"), with
 * what MCP adds. It is one flat object, because some clients check the result of a failed call against it, too, and short,
 * because each tool carries it.
 */
export const outputSchema = type('object', {
  properties: {
    success: type('boolean'),
    status: type('integer', { description: 'HTTP status' }),
    cache: type('string'),
    data: { description: "The provider's answer" },
    truncated: type('object', {
      description:
        'The result was cut: `returned` of `total` items of the list at `at` are here; send `continuation` to get the next part',
      properties: {
        at: type('string'),
        returned: type('integer'),
        total: type('integer'),
        continuation: type('string'),
      },
    }),
    coerced: listOf({ path: type('string'), message: type('string') }),
    error: type('string', { description: 'What went wrong' }),
    code: type('string'),
    details: { description: 'What to change' },
    accounts: listOf({ id: type('string'), label: type('string'), default: type('boolean') }),
    retry_after: type('number', { description: 'Seconds to wait before the next try' }),
    request_id: type('string'),
  },
  required: ['status'],
})
