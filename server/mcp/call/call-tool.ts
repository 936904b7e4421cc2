import { asGatewayError } from '@patchbay/core/errors'
import type { ToolArguments } from '@patchbay/core/schema'
import { createSearch, type SearchAnswer } from '../find/search.ts'
import { callFrame, codeFrame, type SearchFrame } from '../find/search-frame.ts'
import { withSuggestions } from '../find/suggest-actions.ts'
import { readSearcher } from '../find/usable-actions.ts'
import type { McpScope } from '../mcp-scope.ts'
import { showApprovalState } from '../tasks/approval-state.ts'
import { awaitDecided, readOpenRun } from '../tasks/open-run.ts'
import { isOpenTask, type Task } from '../tasks/task.ts'
import { findProviderId } from '../tools/heal-frame.ts'
import { createFailRun } from './answer/failed-run.ts'
import { withCoerced } from './answer/fit-answer.ts'
import { createModelEnvelopes } from './answer/model-envelope.ts'
import { createRepeatedFailures } from './answer/repeated-failures.ts'
import { ToolCall } from './tool-call.ts'
import { chooseJob, type ToolJob, type ToolJobKind } from './tool-job.ts'
import type { RunTool, ToolCallParts, ToolListener, ToolRun } from './tool-run.ts'

/** A tool as a client has called it. */
interface CalledTool {
  readonly scope: McpScope
  readonly name: string
  readonly args: ToolArguments
  readonly listener: ToolListener | undefined
}

/** The run of each kind of job. */
type ToolRuns = {
  readonly [Kind in ToolJobKind]: (job: ToolJob<Kind>, called: CalledTool) => Promise<ToolRun>
}

const toSearchRun = ({ data, coerced }: SearchAnswer): ToolRun => ({
  envelope: withCoerced(JSON.stringify({ success: true, status: 200, data }), coerced),
  isError: false,
})

/** The provider whose action is described. */
const readDescribed = (job: ToolJob, { args, scope }: CalledTool, domains: ToolCallParts['domains']): string =>
  'within' in job ? job.within.provider : findProviderId(domains, scope.tenant, args)

const chooseFrame = ({ surface }: McpScope): SearchFrame => (surface === 'code' ? codeFrame : callFrame)

/** A call or a run that waits for approval, where the client takes tasks. It is stored by now. */
const createFindTask =
  ({ createTasks }: Pick<ToolCallParts, 'createTasks'>) =>
  (scope: McpScope, taskId: string): Promise<Task | undefined> | undefined => {
    if (!scope.takesTasks) return undefined
    const { takesTasks: _, ...asker } = scope
    return createTasks?.(asker).find(taskId)
  }

/** Runs tools through core/call and adds what models need: names, coerced arguments, results that fit, errors as results. */
export const createRunTool = (parts: ToolCallParts): RunTool => {
  const { calls, domains, find, code } = parts
  const search = createSearch(domains, find)
  const failRun = createFailRun(parts)
  const findTask = createFindTask(parts)
  const actionParts = {
    ...parts,
    repeatedFailures: createRepeatedFailures(),
    buildEnvelope: createModelEnvelopes(parts.continuations),
    failRun,
    findTask,
  }

  /** The run of a tool that calls no action by itself: it counts as a look-up, and its failure is a result. */
  const lookUp =
    <Job extends ToolJob>(work: (job: Job, called: CalledTool) => ToolRun | Promise<ToolRun>) =>
    async (job: Job, called: CalledTool): Promise<ToolRun> => {
      const { scope, listener } = called
      try {
        scope.addToReport({ limits: await calls.count(scope.caller, 'lookup') })
        await listener?.begun()
        return await work(job, called)
      } catch (thrown) {
        const wrong = { provider: readDescribed(job, called, domains) }
        return failRun(await withSuggestions(parts.suggest, readSearcher(scope), asGatewayError(thrown), wrong), scope)
      }
    }

  /** The replacement for the state of a waiting run, if the client takes one: the page for its user, or a task. */
  const replaceWaiting = async (scope: McpScope, envelope: string): Promise<Pick<ToolRun, 'elicitation' | 'task'>> => {
    if (!scope.takesTasks && scope.elicitation !== 'input') return {}
    const { run_id: runId, approve_url: url, approvals } = readOpenRun(envelope)
    if (runId === undefined) return {}
    const task = await findTask(scope, runId)
    return {
      ...(task && isOpenTask(task) && { task }),
      ...(scope.elicitation === 'input' &&
        url !== undefined && {
          elicitation: {
            url,
            approvalId: runId,
            message: `Decide about ${approvals?.length} calls of a run of code: nothing of them is sent before somebody approves it.`,
          },
        }),
    }
  }

  const runs: ToolRuns = {
    /** To a client that takes tasks and has had its user asked, the call is a task as long as it waits. */
    approval: lookUp(async ({ approvalId }, { scope }) => {
      const envelope = await showApprovalState(parts.approvalDesk, scope, approvalId)
      const task = scope.askedApproval === undefined ? undefined : await findTask(scope, approvalId)
      return { envelope, isError: false, ...(task && isOpenTask(task) && { task }) }
    }),
    code: lookUp(async ({ effect, runId: id }, { scope, args }) => {
      const envelope = await (id === undefined
        ? code.run(scope, effect, args)
        : awaitDecided(scope, () => code.run(scope, effect, { run_id: id })))
      return { envelope, isError: false, ...(await replaceWaiting(scope, envelope)) }
    }),
    find: lookUp(async (_job, { scope, args }) =>
      toSearchRun(await search.find(readSearcher(scope), args, chooseFrame(scope))),
    ),
    describe: lookUp((_job, { scope, args }) =>
      toSearchRun(search.describe(readSearcher(scope), args, chooseFrame(scope))),
    ),
    file: lookUp((_job, { scope, args }) => parts.readFile(scope, args)),
    'find-within': lookUp(async ({ within }, { scope, args }) =>
      toSearchRun(await search.findWithin(within, readSearcher(scope), args)),
    ),
    'describe-within': lookUp(({ within }, { scope, args }) =>
      toSearchRun(search.describeWithin(within, readSearcher(scope), args)),
    ),
    call: ({ tool }, { scope, name, args, listener }) =>
      new ToolCall(actionParts, scope, name, tool, args, listener).run(),
  }
  const run = <Kind extends ToolJobKind>(job: ToolJob<Kind>, called: CalledTool) => runs[job.kind](job, called)

  return (scope, name, args, listener) => {
    scope.addToReport({ hasRun: true })
    return run(chooseJob(domains, scope, name, args), { scope, name, args, listener })
  }
}
