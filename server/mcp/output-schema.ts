const type = (name: string, more: object = {}) => ({ type: name, ...more })
const listOf = (properties: object) => type('array', { items: type('object', { properties }) })

/**
 * The `outputSchema` of every tool: the envelope of an answer or of an error (docs/call.md, "The envelope" and "Errors"), with
 * what MCP adds. One flat object, as some clients check the result of a failed call by it, too; short, as each tool
 * carries it.
 */
export const outputSchema = type('object', {
  properties: {
    success: type('boolean'),
    status: type('integer', { description: 'HTTP status' }),
    cache: type('string'),
    data: { description: "The provider's answer" },
    truncated: type('object', {
      description: 'Of the list at `at`, `returned` of `total` items are here; `continuation` gives the rest',
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
    retry_after: type('number', { description: 'Seconds' }),
    request_id: type('string'),
  },
  required: ['status'],
})
