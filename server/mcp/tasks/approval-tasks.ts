import { type AskerDesk, type OwnApproval, recordWord } from '@patchbay/core/approvals'
import type { AuditLog } from '@patchbay/core/audit'
import { toAsker } from '@patchbay/core/context'
import { GatewayError } from '@patchbay/core/errors'
import { parseExact } from '@patchbay/core/exact-json'
import { type ApprovalRecord, type ApprovalState, approvalRetentionMs, endedStates } from '@patchbay/core/store'
import { currentMs, isoTime, type UnixMs } from '@patchbay/core/time'
import { type DocsUrl, errorEnvelope } from '../../http/error-envelope.ts'
import { type ToolAnswer, toolResultText } from '../answer/tool-result.ts'
import type { McpScope } from '../mcp-scope.ts'
import { printTooLarge } from './approval-state.ts'
import { approvalWords, buildDecidedAnswer } from './decided-answer.ts'
import { type DetailedTask, pollIntervalMs, type Task } from './task.ts'
import type { FoundTasks } from './task-sources.ts'

export interface ApprovalTaskParts {
  readonly approvalDesk: AskerDesk
  readonly auditLog: Pick<AuditLog, 'record' | 'assertWritable'>
  readonly docsUrl: DocsUrl
  readonly now?: () => UnixMs
}

const findStatus = (state: ApprovalState): Task['status'] => {
  if (!endedStates.has(state)) return 'working'
  return state === 'withdrawn' ? 'cancelled' : 'completed'
}

const toTask = ({ id, state, created_at, ended_at, decisions, due_at }: ApprovalRecord, now: UnixMs): Task => ({
  taskId: id,
  status: findStatus(state),
  statusMessage: approvalWords[state],
  createdAt: isoTime(created_at),
  lastUpdatedAt: isoTime(ended_at ?? decisions.at(-1)?.at ?? created_at),
  // Once it has ended, it is forgotten at a known time; until then, not earlier than if it ended now.
  ttlMs: (endedStates.has(state) ? due_at : now + approvalRetentionMs) - created_at,
  pollIntervalMs,
})

/** Calls that wait for approval, as tasks of the caller that made them: the task's id is the approval's. */
export const createApprovalTasks =
  ({ approvalDesk, auditLog, docsUrl, now = currentMs }: ApprovalTaskParts) =>
  ({ caller, resultBytes, isTerse }: McpScope): FoundTasks => {
    const asker = toAsker(caller)

    const printError = (error: GatewayError): string =>
      JSON.stringify(errorEnvelope(error, caller.arrival.requestId, 'caller', docsUrl))

    const buildResult = (own: OwnApproval): ToolAnswer => {
      const { id, state } = own.record
      const answer = buildDecidedAnswer(own, printError)
      const isWhole = Buffer.byteLength(answer.envelope) <= resultBytes
      return isWhole ? answer : { ...answer, envelope: printTooLarge({ approval_id: id, state }) }
    }

    /** `undefined`: it isn't the caller's. */
    const findOwn = async (taskId: string): Promise<OwnApproval | undefined> => {
      try {
        return await approvalDesk.findOwn(taskId, asker)
      } catch (error) {
        if (error instanceof GatewayError && error.code === 'NOT_FOUND') return undefined
        throw error
      }
    }

    return {
      async find(approvalId) {
        const approval = await findOwn(approvalId)
        return approval && toTask(approval.record, now())
      },
      async get(taskId): Promise<DetailedTask | undefined> {
        const approval = await findOwn(taskId)
        if (!approval) return undefined
        const task = toTask(approval.record, now())
        if (task.status !== 'completed') return task
        const result = parseExact(toolResultText(buildResult(approval), isTerse)) as Record<string, unknown>
        return { ...task, result }
      },
      // People decide on their own pages: no client has to give input.
      update: async (taskId) => (await findOwn(taskId)) !== undefined,
      async cancel(taskId) {
        const approval = await findOwn(taskId)
        if (approval?.record.state !== 'waiting') return approval !== undefined
        const withdraw = () => approvalDesk.withdraw(taskId, asker)
        const word = { action: 'withdraw_approval', id: taskId } as const
        await recordWord(auditLog, caller, word, withdraw).catch((error) => {
          // Somebody has decided meanwhile, which tasks/get shows.
          if (!(error instanceof GatewayError) || error.code !== 'CONFLICT') throw error
        })
        return true
      },
    }
  }
