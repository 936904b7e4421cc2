import { benchAuthorization } from '../programs/start-gateway.ts'
import type { LoadTarget } from './fire.ts'

export const protocolEras = ['2026-07-28', '2025-11-25'] as const
type Era = (typeof protocolEras)[number]

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Messages as a client of the era sends them. */
const mcpTarget = (origin: string, era: Era, method: string, params: () => object): LoadTarget => {
  const meta = era === '2026-07-28' ? { _meta: envelope } : {}
  return {
    url: `${origin}/mcp`,
    headers: {
      authorization: benchAuthorization,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': era,
      'mcp-method': method,
      ...(method === 'tools/call' && { 'mcp-name': 'hubspot' }),
    },
    body: () => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params(), ...meta } }),
  }
}

/** The call that the same body makes over REST. */
export const mcpCall = (origin: string, era: Era, body: () => string): LoadTarget =>
  mcpTarget(origin, era, 'tools/call', () => ({ name: 'hubspot', arguments: JSON.parse(body()) }))

export const mcpList = (origin: string, era: Era): LoadTarget => mcpTarget(origin, era, 'tools/list', () => ({}))
