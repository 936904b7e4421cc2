import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'

export type Era = 'modern' | 'legacy'

/** One POST to /mcp, before it is sent. */
export interface McpMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export const envelope = {
  [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
  [CLIENT_INFO_META_KEY]: { name: 'test', version: '1.0.0' },
  [CLIENT_CAPABILITIES_META_KEY]: {},
}

const common = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

/** A request as a client of the era sends it. */
export const request = (
  era: Era,
  method: string,
  params: Record<string, unknown> = {},
  id: unknown = 1,
): McpMessage => {
  if (era === 'legacy') {
    const body = { jsonrpc: '2.0', id, method, ...(Object.keys(params).length > 0 && { params }) }
    return { headers: { ...common, 'mcp-protocol-version': '2025-11-25' }, body }
  }
  const name: Record<string, string> = typeof params.name === 'string' ? { 'mcp-name': params.name } : {}
  const meta = { ...envelope, ...Object(params._meta) }
  return {
    headers: { ...common, 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name },
    body: { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } },
  }
}

export const toolCall = (era: Era, name: string, args: Record<string, unknown>, more: object = {}): McpMessage =>
  request(era, 'tools/call', { name, arguments: args, ...more })
