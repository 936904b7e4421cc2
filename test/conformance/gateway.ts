import { mcpRoute } from '../../server/mcp/mcp-route.ts'
import { createTransport } from '../../server/mcp/transport.ts'
import { mountMcp } from '../mcp/mount-mcp.ts'
import { createFixtureServer } from './server.ts'

/** The gateway's own front door, gate and MCP transport, with the fixture's server behind it. */
export const startFixtureGateway = async () => {
  const { serve, close } = createTransport(createFixtureServer, () => {})
  const gateway = await mountMcp(({ calls, deadlines, baseUrl }) => [
    mcpRoute({ calls, deadlines, transport: serve, baseUrl, docsUrl: () => undefined, maxBodyBytes: 1_048_576 }),
  ])
  return {
    ...gateway,
    async stop(): Promise<void> {
      await gateway.stop()
      await close()
    },
  }
}
