import {
  type CallToolResult,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import { parseExact } from '@patchbay/core/exact-json'
import { version } from '../../package.json' with { type: 'json' }
import { toolResultText } from './answer/tool-result.ts'
import { createProgressTeller } from './call/progress-teller.ts'
import type { RunTool } from './call/tool-run.ts'
import { serveCard } from './card/serve-card.ts'
import { elicitationError, elicitationResult } from './elicitation.ts'
import { type McpScope, readMcpScope } from './mcp-scope.ts'
import { createTaskResult } from './tasks/task.ts'
import { serveTaskRequests, type TaskSource } from './tasks/task-requests.ts'
import type { ToolLists } from './tools/tool-lists.ts'

export interface ServerParts {
  readonly runTool: RunTool
  readonly toolLists: ToolLists
  /** Unset: no call waits for approval. */
  readonly createTasks?: ((scope: McpScope) => TaskSource) | undefined
}

export const serverInfo = { name: 'patchbay', title: 'Patchbay', version }

/** The time for which a client may cache the list. A tenant's list changes with the tenant's configuration. */
export const listCaching = { ttlMs: 60_000, cacheScope: 'private' } as const

const instructions =
  "Each tool calls one of the tenant's services with the credentials stored for it. The rest of a result with `truncated` " +
  'comes with its `continuation`; `result_fields` keeps a result small; `details` of an error say what to change.'

/** Refuses a request for a second page: the list has only one. */
const refuseCursor = (params: { cursor?: string | undefined } | undefined): void => {
  if (params?.cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor')
}

/** An MCP server for one HTTP request, of either protocol era. */
export const createServerFactory =
  ({ runTool, toolLists, createTasks }: ServerParts): McpServerFactory =>
  ({ authInfo, era }) => {
    const scope = readMcpScope(authInfo)
    const server = new Server(serverInfo, {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { 'tools/list': listCaching },
    })
    if (createTasks && era === 'modern') serveTaskRequests(server, createTasks(scope))
    if (scope.showsCard) serveCard(server)
    server.setRequestHandler('tools/list', ({ params }) => {
      refuseCursor(params)
      return { tools: JSON.parse(toolLists(scope).toString()) }
    })
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken
      const teller =
        progressToken === undefined
          ? undefined
          : createProgressTeller((progress) =>
              mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...progress } }),
            )
      const answer = await runTool(scope, params.name, params.arguments ?? {}, teller)
      await teller?.ended()
      if (answer.elicitation && scope.elicitation === 'input') return elicitationResult(answer.elicitation)
      if (answer.elicitation) throw elicitationError(answer.elicitation)
      if (answer.task) return createTaskResult(answer.task) as unknown as CallToolResult
      const result = parseExact(toolResultText(answer, scope.isTerse)) as CallToolResult
      return answer.meta ? { ...result, _meta: { ...answer.meta } } : result
    })
    return server
  }
