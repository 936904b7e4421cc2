import { type AskerDesk, type OwnApproval, recordWord, toAsker } from '@patchbay/core/approvals'
import type { AuditLog } from '@patchbay/core/audit'
import { GatewayError } from '@patchbay/core/errors'
import { isoTime } from '@patchbay/core/iso-time'
import { type ApprovalRecord, type ApprovalState, endedStates, keptApprovalMs } from '@patchbay/core/store'
import { type DocsUrl, errorEnvelope } from '../../http/error-envelope.ts'
import { parseExact } from '../answer/exact-json.ts'
import { type ToolAnswer, toolResultText } from '../answer/tool-result.ts'
import type { McpScope } from '../mcp-scope.ts'
import { printTooLarge } from './approval-state.ts'
import type { DetailedTask, Task } from './task.ts'
import type { TaskSource } from './task-requests.ts'

export interface ApprovalTaskParts {
  readonly approvalDesk: AskerDesk
  readonly auditLog: Pick<AuditLog, 'record' | 'assertWritable'>
  readonly docsUrl: DocsUrl
  readonly now?: () => number
}

/** Calls that wait for approval, as tasks of the caller that made them: the task's id is the approval's. */
export interface ApprovalTasks extends TaskSource {
  /** The task without its result. Throws NOT_FOUND. */
  find(approvalId: string): Promise<Task>
}

/** People decide in minutes. */
const pollIntervalMs = 5000

const says: Readonly<Record<ApprovalState, string>> = {
  waiting: 'Waits for the approval of a person; nothing was sent yet',
  approved: 'Approved; it is being carried out',
  refused: 'Refused; nothing was sent',
  withdrawn: 'Withdrawn; nothing was sent',
  expired: 'Nobody decided in time; nothing was sent',
  done: 'Approved and carried out',
  failed: 'Approved, and failed',
  unknown: 'Approved; nobody knows whether it was carried out',
}

const findStatus = (state: ApprovalState): Task['status'] => {
  if (!endedStates.has(state)) return 'working'
  return state === 'withdrawn' ? 'cancelled' : 'completed'
}

const toTask = ({ id, state, created_at, ended_at, decisions, due_at }: ApprovalRecord, now: number): Task => ({
  taskId: id,
  status: findStatus(state),
  statusMessage: says[state],
  createdAt: isoTime(created_at),
  lastUpdatedAt: isoTime(ended_at ?? decisions.at(-1)?.at ?? created_at),
  // Once it has ended, it is forgotten at a known time; until then, not earlier than if it ended now.
  ttlMs: (endedStates.has(state) ? due_at : now + keptApprovalMs) - created_at,
  pollIntervalMs,
})

const errors = { refused: 'FORBIDDEN', expired: 'TIMEOUT' } as const

/** The call was never sent, or what came of it can't be read any more. */
const explain = ({ state, reason }: ApprovalRecord): GatewayError => {
  const code = state === 'refused' || state === 'expired' ? errors[state] : 'CONFLICT'
  const detail = reason === null || state === 'expired' ? '' : `: ${reason}`
  return new GatewayError(code, `${says[state]}${detail}`)
}

/** The tasks of the caller of a request. */
export const createApprovalTasks =
  ({ approvalDesk, auditLog, docsUrl, now = Date.now }: ApprovalTaskParts) =>
  ({ context, resultBytes, isTerse }: McpScope): ApprovalTasks => {
    const asker = toAsker(context)

    const answerOf = ({ record, result }: OwnApproval): ToolAnswer => {
      if (result === undefined && record.state !== 'done') {
        const envelope = errorEnvelope(explain(record), context.arrival.requestId, 'caller', docsUrl)
        return { envelope: JSON.stringify(envelope), isError: true }
      }
      const envelope = JSON.stringify(result)
      const isError = Object(result).success !== true
      if (result !== undefined && Buffer.byteLength(envelope) <= resultBytes) return { envelope, isError }
      return { envelope: printTooLarge({ approval_id: record.id, state: record.state }), isError: false }
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
        return toTask((await approvalDesk.findOwn(approvalId, asker)).record, now())
      },
      async get(taskId): Promise<DetailedTask | undefined> {
        const found = await findOwn(taskId)
        if (!found) return undefined
        const task = toTask(found.record, now())
        if (task.status !== 'completed') return task
        const result = parseExact(toolResultText(answerOf(found), isTerse)) as Record<string, unknown>
        return { ...task, result }
      },
      // People decide on their own pages: no client is asked for anything.
      update: async (taskId) => (await findOwn(taskId)) !== undefined,
      async cancel(taskId) {
        const found = await findOwn(taskId)
        if (found?.record.state !== 'waiting') return found !== undefined
        const withdraw = () => approvalDesk.withdraw(taskId, asker)
        const word = { action: 'withdraw_approval', approvalId: taskId } as const
        await recordWord(auditLog, context, word, withdraw).catch((error) => {
          // Somebody has decided meanwhile, which tasks/get shows.
          if (!(error instanceof GatewayError) || error.code !== 'CONFLICT') throw error
        })
        return true
      },
    }
  }
