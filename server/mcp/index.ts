import type { HttpRoute } from '../http/exchange.ts'
import type { McpToolParts } from './create-mcp.ts'
import type { McpParts } from './mcp-route.ts'

export interface McpRoute extends HttpRoute {
  /** Ends the answers that are still open. */
  close(): Promise<void>
}

/**
 * `POST /mcp`. Its code is loaded by the first request, because the code and the MCP SDK take a tenth of a gateway's memory and
 * many gateways serve REST alone.
 */
export const createMcpRoute = (parts: McpToolParts & Omit<McpParts, 'transport' | 'fastPath'>): McpRoute => {
  const make = async () => {
    const [{ createMcp }, { mcpRoute }] = await Promise.all([import('./create-mcp.ts'), import('./mcp-route.ts')])
    const mcp = createMcp(parts)
    return { handle: mcpRoute({ ...parts, ...mcp }).handle, close: mcp.close }
  }
  let transport: ReturnType<typeof make> | undefined

  return {
    method: 'POST',
    path: '/mcp',
    hasOwnDeadline: true,
    async handle(exchange) {
      transport ??= make().catch((error) => {
        // The next request tries again: the cause may be gone by then.
        transport = undefined
        throw error
      })
      return (await transport).handle(exchange)
    },
    async close() {
      const mcp = await transport?.catch(() => undefined)
      await mcp?.close()
    },
  }
}
