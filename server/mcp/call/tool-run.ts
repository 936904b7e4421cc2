import type { AskerDesk } from '@patchbay/core/approvals'
import type { Calls } from '@patchbay/core/call'
import type { CallRecord } from '@patchbay/core/context'
import type { CallProgress } from '@patchbay/core/fetch'
import type { ActionFinder, ToolArguments } from '@patchbay/core/schema'
import type { Logger } from 'pino'
import type { DocsUrl } from '../../http/error-envelope.ts'
import type { ToolAnswer } from '../answer/tool-result.ts'
import type { Elicitation } from '../elicitation.ts'
import type { SuggestActions } from '../find/suggest-actions.ts'
import type { McpScope } from '../mcp-scope.ts'
import type { Task } from '../tasks/task.ts'
import type { FoundTasks } from '../tasks/task-sources.ts'
import type { ToolEffect } from '../tools/tool-names.ts'
import type { BodyParts } from './tool-body.ts'

export interface ToolCallParts extends BodyParts {
  readonly calls: Calls
  readonly docsUrl: DocsUrl
  readonly find: ActionFinder
  readonly suggest: SuggestActions
  readonly readFile: (scope: McpScope, args: ToolArguments) => Promise<ToolAnswer>
  readonly code: { run(scope: McpScope, effect: ToolEffect, args: ToolArguments): Promise<string> }
  readonly approvalDesk?: Pick<AskerDesk, 'showToAsker' | 'findWhoDecides'>
  /** Unset: no client is answered with a task. */
  readonly createTasks?: ((scope: McpScope) => Pick<FoundTasks, 'find'>) | undefined
  readonly log: Logger
}

export interface ToolRun extends ToolAnswer {
  /** Unset for tools that call no action. */
  readonly call?: CallRecord
  /** The code of the error. */
  readonly code?: string
  /** The request that replaces the answer, if the client supports it. */
  readonly elicitation?: Elicitation
  /** The metadata for the client, which its model doesn't see. */
  readonly meta?: Readonly<Record<string, unknown>>
  /** The task that replaces the answer, unless the client asks its user first. */
  readonly task?: Task
}

/** Listens to the course of a tool for its client. */
export interface ToolListener {
  /** Called once the tool is within the limits. */
  begun(): Promise<void>
  /** Called at each progress report of the vendor. */
  progressed(progress: CallProgress): void
}

/** Runs a tool by its name, for an admitted caller, and counts it. Throws ProtocolError for an unknown tool. */
export type RunTool = (scope: McpScope, name: string, args: ToolArguments, listener?: ToolListener) => Promise<ToolRun>
