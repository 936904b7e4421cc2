import type { AskerDesk } from '@patchbay/core/approvals'
import { type CallAnswer, toAsker } from '@patchbay/core/context'
import { GatewayError } from '@patchbay/core/errors'
import { parseExact } from '@patchbay/core/exact-json'
import { inBackground } from '@patchbay/core/in-background'
import { approvalRetentionMs, type CodeRunRecord, momentOfEntry } from '@patchbay/core/store'
import { isoTime, shiftTime } from '@patchbay/core/time'
import { type DocsUrl, errorEnvelope } from '../../http/error-envelope.ts'
import type { AnswerParts } from '../answer/continuations.ts'
import { type ToolAnswer, toolResultText } from '../answer/tool-result.ts'
import type { McpScope } from '../mcp-scope.ts'
import { type DetailedTask, pollIntervalMs, type Task } from '../tasks/task.ts'
import type { FoundTasks } from '../tasks/task-sources.ts'
import { readDecided } from './calls/decided-calls.ts'
import { fitRun } from './fit-run.ts'
import { type KeptRuns, type RunOutcome, toRunError } from './runs/kept-runs.ts'
import type { CodeRun } from './runs/runs-in-memory.ts'

export interface RunTaskParts {
  readonly storedRuns: KeptRuns
  readonly approvalDesk: Pick<AskerDesk, 'findOwn' | 'withdraw'>
  readonly continuations: AnswerParts
  readonly docsUrl: DocsUrl
  /** Resumes a run whose calls are all decided. Another answer: another gateway does. */
  readonly resume: (scope: McpScope, record: CodeRunRecord) => Promise<CodeRun | CallAnswer | string>
}

const withdrawn = 'Withdrawn by its caller'

type RunState = Pick<Task, 'status'> & { readonly statusMessage: string; readonly outcome?: RunOutcome }

const isWithdrawn = (outcome: RunOutcome): boolean => 'error' in outcome && outcome.error.code === 'CLIENT_CLOSED'

/** Runs of code that wait for approvals, as tasks of the caller that began them: the task's id is the run's. */
export const createRunTasks =
  (parts: RunTaskParts) =>
  (scope: McpScope): FoundTasks => {
    const { storedRuns, approvalDesk, continuations, docsUrl, resume } = parts
    const { arrival } = scope.caller

    const readState = async (record: CodeRunRecord): Promise<RunState> => {
      if (await storedRuns.isRunning(record)) return { status: 'working', statusMessage: 'The code runs' }
      const { stopped, outcome } = (await storedRuns.open(record)) ?? {}
      if (outcome && isWithdrawn(outcome)) return { status: 'cancelled', statusMessage: withdrawn }
      if (outcome) return { status: 'completed', statusMessage: 'The code has ended', outcome }
      const { decided, states } = await readDecided(approvalDesk, scope, stopped?.asked ?? [], docsUrl)
      const waiting = states.filter(({ state }) => state === 'waiting').length
      if (decided) return { status: 'working', statusMessage: 'Everything is decided; the code goes on' }
      return { status: 'working', statusMessage: `${waiting} of its calls wait for the approval of a person` }
    }

    const toTask = ({ id, state, due_at }: CodeRunRecord, { status, statusMessage }: RunState): Task => {
      const createdAt = momentOfEntry(id)
      return {
        taskId: id,
        status,
        statusMessage,
        createdAt: isoTime(createdAt),
        // It is kept for a day from its end on.
        lastUpdatedAt: isoTime(state === 'ended' ? shiftTime(due_at, -approvalRetentionMs) : createdAt),
        ttlMs: due_at - createdAt,
        pollIntervalMs,
      }
    }

    const printOutcome = async (outcome: RunOutcome): Promise<ToolAnswer> => {
      if ('answer' in outcome) return { envelope: await fitRun(continuations, scope, outcome.answer), isError: false }
      const error = errorEnvelope(toRunError(outcome.error), arrival.requestId, 'caller', docsUrl)
      return { envelope: JSON.stringify(error), isError: true }
    }

    return {
      async find(runId) {
        const record = await storedRuns.find(scope, undefined, runId)
        return record && toTask(record, await readState(record))
      },
      async get(taskId): Promise<DetailedTask | undefined> {
        const record = await storedRuns.find(scope, undefined, taskId)
        if (!record) return undefined
        const state = await readState(record)
        const task = toTask(record, state)
        if (state.outcome) {
          const text = toolResultText(await printOutcome(state.outcome), scope.isTerse)
          return { ...task, result: parseExact(text) as Record<string, unknown> }
        }
        // If everything is decided, the run continues while the client asks again.
        if (record.state !== 'ended')
          inBackground(
            resume(scope, record).catch(() => undefined),
            'resume_run',
          )
        return task
      },
      // People decide on their own pages: no client has to give input.
      update: async (taskId) => (await storedRuns.find(scope, undefined, taskId)) !== undefined,
      async cancel(taskId) {
        const record = await storedRuns.find(scope, undefined, taskId)
        if (record?.state !== 'waiting') return record !== undefined
        const { stopped } = (await storedRuns.open(record)) ?? {}
        for (const { approvalId } of stopped?.asked ?? [])
          await approvalDesk.withdraw(approvalId, toAsker(scope.caller)).catch((error) => {
            // It was decided, or is forgotten.
            if (!(error instanceof GatewayError)) throw error
          })
        const claimed = await storedRuns.claim(record)
        if (claimed)
          await storedRuns.end(claimed, { error: { code: 'CLIENT_CLOSED', message: withdrawn, status: 499 } })
        return true
      },
    }
  }
