/**
 * The words by which each surface's errors name what a caller sends to repeat a write, as docs/repeated-writes.md has them. Core says what to do
 * next; whoever reads it over REST sets headers, and over MCP arguments of a tool.
 */
export const surfaceWords = {
  rest: { key: 'Idempotency-Key', repeat: 'the header X-Repeat: true' },
  mcp: { key: 'idempotency_key', repeat: 'repeat: true' },
} as const
