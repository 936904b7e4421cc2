import type { Load } from './fire.ts'

type Target = Pick<Load, 'url' | 'headers' | 'body'>

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A `tools/call` or `tools/list` as a client of the era sends it. */
const messageOf = (era: '2026-07-28' | '2025-11-25', method: string, params: object): string => {
  const meta = era === '2026-07-28' ? { _meta: envelope } : {}
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, ...meta } })
}

const headersOf = (era: string, method: string, authorization: string): Record<string, string> => ({
  authorization,
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': era,
  'mcp-method': method,
  ...(method === 'tools/call' && { 'mcp-name': 'hubspot' }),
})

/**
 * The MCP rows of the bench, by their names: the calls that the REST rows make (`miss` and `hit` are their bodies), and
 * the list, in both protocol eras.
 */
export const mcpTargets = (
  origin: string,
  authorization: string,
  bodies: { readonly miss: () => string; readonly hit: () => string },
): Record<string, Target> => {
  const target = (era: '2026-07-28' | '2025-11-25', method: string, params: () => object): Target => ({
    url: `${origin}/mcp`,
    headers: headersOf(era, method, authorization),
    body: () => messageOf(era, method, params()),
  })
  const call = (body: () => string) => () => ({ name: 'hubspot', arguments: JSON.parse(body()) })
  const rows = (['2026-07-28', '2025-11-25'] as const).flatMap((era): [string, Target][] => [
    [`MCP ${era}, tools/call, miss`, target(era, 'tools/call', call(bodies.miss))],
    [`MCP ${era}, tools/call, hit`, target(era, 'tools/call', call(bodies.hit))],
    [`MCP ${era}, tools/list, 20 domains`, target(era, 'tools/list', () => ({}))],
  ])
  return Object.fromEntries(rows)
}
