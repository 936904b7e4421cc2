import type { Domain, ToolArguments } from '@patchbay/core/schema'
import type { McpScope } from '../mcp-scope.ts'
import { showApprovalState } from '../tasks/approval-state.ts'
import { isOpenTask, type Task } from '../tasks/task.ts'
import { createHealContext, healAction } from '../tools/heal-frame.ts'
import { createSearchTool, type SearchAnswer, type Within } from '../tools/search-tools.ts'
import { readToolName, type ToolEffect } from '../tools/tool-names.ts'
import { createFailRun } from './failed-run.ts'
import { withCoerced } from './fit-answer.ts'
import { createModelEnvelopes } from './model-envelope.ts'
import { createRepeatedFailures } from './repeated-failures.ts'
import type { CallTool } from './tool-body.ts'
import { ToolCall } from './tool-call.ts'
import type { BeginTool, RunTool, ToolCallParts, ToolRun } from './tool-run.ts'

/** What a tool's run is, by its name, its arguments and what its client has asked before. */
type ToolJob =
  | { readonly kind: 'approval'; readonly approvalId: string }
  | { readonly kind: 'code'; readonly effect: ToolEffect }
  | { readonly kind: 'search'; readonly tool: 'find' | 'describe' }
  | { readonly kind: 'search-within'; readonly within: Within }
  | { readonly kind: 'call'; readonly tool: CallTool }

/** Set where the call finds or describes actions of a domain that has more than its tool lists. */
const findSearchScope = (
  domains: ReadonlyMap<string, Domain>,
  { tenant }: McpScope,
  name: string,
  tool: CallTool,
  given: ToolArguments,
): Within | undefined => {
  const domain = tool.kind === 'domain' || tool.kind === 'effect' ? domains.get(tool.domain) : undefined
  if (!domain?.source.listed || !Object.hasOwn(tenant.providers, domain.provider.id)) return
  const { action } = healAction(given, domain, createHealContext())
  if (action !== 'find' && action !== 'describe') return
  const within: Within = { provider: domain.provider.id, tool: name, action }
  return tool.kind === 'effect' ? { ...within, effect: tool.effect } : within
}

const chooseJob = (
  domains: ReadonlyMap<string, Domain>,
  scope: McpScope,
  name: string,
  args: ToolArguments,
): ToolJob => {
  const tool = readToolName(name)
  if (scope.askedApproval !== undefined) return { kind: 'approval', approvalId: scope.askedApproval }
  if (tool.kind === 'find' || tool.kind === 'describe') return { kind: 'search', tool: tool.kind }
  if (typeof args.approval_id === 'string') return { kind: 'approval', approvalId: args.approval_id }
  if (tool.kind === 'run') return { kind: 'code', effect: tool.effect }
  const within = findSearchScope(domains, scope, name, tool, args)
  return within ? { kind: 'search-within', within } : { kind: 'call', tool }
}

const toSearchRun = ({ data, coerced }: SearchAnswer): ToolRun => ({
  envelope: withCoerced(JSON.stringify({ success: true, status: 200, data }), coerced),
  isError: false,
})

/** Runs tools through core/call and adds what models need: names, coerced arguments, results that fit, errors as results. */
export const createRunTool = (parts: ToolCallParts): RunTool => {
  const { calls, domains, find, code } = parts
  const searchTool = createSearchTool(domains, find)
  const failRun = createFailRun(parts)

  /** A call that waits for approval, where the client takes tasks. It is stored by now. */
  const findTask = (scope: McpScope, approvalId: string): Promise<Task> | undefined => {
    if (!scope.takesTasks) return undefined
    const { takesTasks: _, ...asker } = scope
    return parts.createTasks?.(asker).find(approvalId)
  }

  const actionParts = {
    ...parts,
    repeatedFailures: createRepeatedFailures(),
    buildEnvelope: createModelEnvelopes(parts.continuations),
    failRun,
    findTask,
  }

  /** What becomes of a call that waited for approval. To a client that takes tasks and has had its user asked, it is one as long as it waits. */
  const showApproval = async (scope: McpScope, approvalId: string): Promise<ToolRun> => {
    const envelope = await showApprovalState(parts.approvalDesk, scope, approvalId)
    const task = scope.askedApproval === undefined ? undefined : await findTask(scope, approvalId)
    return { envelope, isError: false, ...(task && isOpenTask(task) && { task }) }
  }

  /** Runs a tool that calls no action by itself: it counts as a look-up, and its failure is a result. */
  const lookUp = async (
    scope: McpScope,
    begin: BeginTool | undefined,
    work: () => Promise<ToolRun>,
  ): Promise<ToolRun> => {
    try {
      scope.report.limits = await calls.count(scope.caller, 'lookup')
      await begin?.()
      return await work()
    } catch (thrown) {
      return failRun(thrown, scope)
    }
  }

  const run = async (job: Exclude<ToolJob, { kind: 'call' }>, scope: McpScope, args: ToolArguments) => {
    const { tenant, caller } = scope
    const searcher = { tenant, access: caller.access }
    switch (job.kind) {
      case 'approval':
        return showApproval(scope, job.approvalId)
      case 'code':
        return { envelope: await code.run(scope, job.effect, args), isError: false }
      case 'search':
        return toSearchRun(await searchTool.general(job.tool, searcher, args, scope.surface === 'code'))
      case 'search-within':
        return toSearchRun(await searchTool.within(job.within, searcher, args))
    }
  }

  return async (scope, name, args, begin) => {
    scope.report.hasRun = true
    const job = chooseJob(domains, scope, name, args)
    if (job.kind === 'call') return new ToolCall(actionParts, scope, name, job.tool, args, begin).run()
    return lookUp(scope, begin, () => run(job, scope, args))
  }
}
