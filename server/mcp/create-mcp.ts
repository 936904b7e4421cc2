import type { AskerDesk } from '@patchbay/core/approvals'
import type { AuditLog } from '@patchbay/core/audit'
import type { Calls } from '@patchbay/core/call'
import type { Deadlines } from '@patchbay/core/context'
import type { GatewayLife } from '@patchbay/core/effects'
import type { FileAccess, FileShelf } from '@patchbay/core/files'
import type { Domain } from '@patchbay/core/schema'
import type { Store } from '@patchbay/core/store'
import type { Vault } from '@patchbay/core/vault'
import type { Logger } from 'pino'
import type { DocsUrl } from '../http/error-envelope.ts'
import { createContinuations } from './answer/continuations.ts'
import { createToolResults } from './answer/tool-result.ts'
import { createRunTool } from './call/call-tool.ts'
import { createCodeRunner } from './code/run-code.ts'
import { createServerFactory } from './create-server.ts'
import { createFastPath, type FastPath } from './fast-path.ts'
import { createReadPdf } from './files/pdf/read-pdf.ts'
import { createReadFile } from './files/read-file.ts'
import { createSuggestActions } from './find/suggest-actions.ts'
import { createThreadFinder } from './find/thread-finder.ts'
import { createApprovalTasks } from './tasks/approval-tasks.ts'
import { joinTaskSources } from './tasks/task-sources.ts'
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
  readonly auditLog: Pick<AuditLog, 'record' | 'assertWritable'>
  readonly deadlines: Deadlines
  readonly domains: ReadonlyMap<string, Domain>
  readonly store: Pick<
    Store,
    'changes' | 'continuations' | 'codeRuns' | 'gateways' | 'connections' | 'audit' | 'credentials'
  >
  readonly membership: Pick<GatewayLife, 'id'>
  /** Unset: no call waits for approval. */
  readonly approvalDesk?: AskerDesk
  readonly fileShelf: Pick<FileShelf, 'findKeptFile' | 'read'>
  readonly fileAccess: Pick<FileAccess, 'assertMayRead'>
  readonly vault: Vault
  readonly docsUrl: DocsUrl
  readonly log: Logger
}

/** The domains as MCP tools. */
export const createMcp = (toolParts: McpToolParts): Mcp => {
  const { calls, domains, store, membership, vault, docsUrl, log, auditLog, deadlines, approvalDesk } = toolParts
  const continuations = createContinuations(store.continuations, vault, log)
  const finder = createThreadFinder(domains, (error) => log.warn({ err: error }, 'the thread that finds actions'))
  const suggest = createSuggestActions(domains, finder.find)
  const code = createCodeRunner({
    calls,
    suggest,
    domains,
    continuations,
    store,
    membership,
    vault,
    docsUrl,
    auditLog,
    timeoutMs: deadlines.timeoutMs,
    ...(approvalDesk && { approvalDesk }),
  })
  const createTasks =
    approvalDesk && joinTaskSources([createApprovalTasks({ approvalDesk, auditLog, docsUrl }), code.createTasks])
  const pdf = createReadPdf()
  const { fileShelf, fileAccess } = toolParts
  const runTool = createRunTool({
    readFile: createReadFile({ fileShelf, fileAccess, readPdf: pdf.read }),
    calls,
    domains,
    find: finder.find,
    suggest,
    continuations,
    docsUrl,
    log,
    code,
    ...(approvalDesk && { approvalDesk, createTasks }),
  })
  const parts = { runTool, toolLists: createToolLists(domains), createTasks }
  const { serve, close } = createTransport(createServerFactory(parts), (error) => log.debug({ err: error }, 'MCP'))
  return {
    transport: serve,
    fastPath: createFastPath(parts, createToolResults(store.changes)),
    async close() {
      pdf.close()
      await Promise.all([close(), code.close(), finder.close()])
    },
  }
}
