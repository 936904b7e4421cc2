import type { Route } from '../http/exchange.ts'
import type { McpToolParts } from './create-mcp.ts'
import type { McpParts } from './mcp-route.ts'

export interface McpRoute extends Route {
  /** Ends what is still being answered. */
  close(): Promise<void>
}

/**
 * `POST /mcp`. The first request loads what answers it: with its SDK that is a tenth of a gateway's memory, and many
 * gateways serve REST alone.
 */
export const createMcpRoute = (parts: McpToolParts & Omit<McpParts, 'transport' | 'fastPath'>): McpRoute => {
  const make = async () => {
    const [{ createMcp }, { mcpRoute }] = await Promise.all([import('./create-mcp.ts'), import('./mcp-route.ts')])
    const mcp = createMcp(parts)
    return { handle: mcpRoute({ ...parts, ...mcp }).handle, close: mcp.close }
  }
  let made: ReturnType<typeof make> | undefined

  return {
    method: 'POST',
    path: '/mcp',
    async handle(exchange) {
      made ??= make().catch((error) => {
        // The next request tries again: what was missing may be there.
        made = undefined
        throw error
      })
      return (await made).handle(exchange)
    },
    async close() {
      const mcp = await made?.catch(() => undefined)
      await mcp?.close()
    },
  }
}
