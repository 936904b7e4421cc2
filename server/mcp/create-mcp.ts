import type { Calls } from '@patchbay/core/call'
import type { Domain } from '@patchbay/core/schema'
import type { Changes, Continuations } from '@patchbay/core/store'
import type { Vault } from '@patchbay/core/vault'
import type { Logger } from 'pino'
import type { DocsUrl } from '../http/error-envelope.ts'
import { createContinuations } from './answer/continuations.ts'
import { createToolResults } from './answer/tool-result.ts'
import { createRunTool } from './call/call-tool.ts'
import { createServerFactory } from './create-server.ts'
import { createFastPath, type FastPath } from './fast-path.ts'
import { createToolLists } from './tools/tool-lists.ts'
import { createTransport, type Transport } from './transport.ts'

export interface Mcp {
  readonly transport: Transport
  readonly fastPath: FastPath
  /** Ends the answers that are still open. */
  close(): Promise<void>
}

export interface McpToolParts {
  readonly calls: Calls
  readonly domains: ReadonlyMap<string, Domain>
  readonly changes: Changes
  readonly continuations: Continuations
  readonly vault: Vault
  readonly docsUrl: DocsUrl
  readonly log: Logger
}

/** The domains as MCP tools. */
export const createMcp = ({ calls, domains, changes, continuations, vault, docsUrl, log }: McpToolParts): Mcp => {
  const runTool = createRunTool({
    calls,
    domains,
    docsUrl,
    continuations: createContinuations(continuations, vault, log),
    log,
  })
  const parts = { runTool, toolLists: createToolLists(domains) }
  const { serve, close } = createTransport(createServerFactory(parts), (error) => log.debug({ err: error }, 'MCP'))
  return { transport: serve, fastPath: createFastPath(parts, createToolResults(changes)), close }
}
