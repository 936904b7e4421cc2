import type { Domain, ToolArguments } from '@patchbay/core/schema'
import type { DomainTool } from '../find/search.ts'
import type { McpScope } from '../mcp-scope.ts'
import { createHealContext, healAction } from '../tools/heal-frame.ts'
import { healToolName, readToolName, type ToolEffect } from '../tools/tool-names.ts'
import type { CallTool } from './tool-body.ts'

/** The kinds of a tool's run, with the values by which each is run. */
interface JobValues {
  /** Shows an approval that was asked for earlier. */
  readonly approval: { readonly approvalId: string }
  /** `runId`: the client has had its user decide about the calls of that run. */
  readonly code: { readonly effect: ToolEffect; readonly runId?: string }
  readonly find: object
  readonly describe: object
  readonly file: object
  readonly 'find-within': { readonly within: DomainTool }
  readonly 'describe-within': { readonly within: DomainTool }
  readonly call: { readonly tool: CallTool }
}

export type ToolJobKind = keyof JobValues

/** A tool's run, by the tool's name, its arguments and the client's earlier question. */
export type ToolJob<Kind extends ToolJobKind = ToolJobKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & JobValues[Each]
}[Kind]

/** The job of a call that finds or describes actions of a domain that has more than its tool lists; `undefined`: it doesn't. */
const chooseDomainSearch = (
  domains: ReadonlyMap<string, Domain>,
  { tenant }: McpScope,
  name: string,
  tool: CallTool,
  args: ToolArguments,
): ToolJob | undefined => {
  const domain = tool.kind === 'domain' || tool.kind === 'effect' ? domains.get(tool.domain) : undefined
  if (!domain?.source.listed || !Object.hasOwn(tenant.providers, domain.provider.id)) return undefined
  const { action } = healAction(args, domain, createHealContext())
  if (action !== 'find' && action !== 'describe') return undefined
  const within: DomainTool = {
    provider: domain.provider.id,
    tool: name,
    ...(tool.kind === 'effect' && { effect: tool.effect }),
  }
  return { kind: `${action}-within`, within }
}

export const chooseJob = (
  domains: ReadonlyMap<string, Domain>,
  scope: McpScope,
  name: string,
  args: ToolArguments,
): ToolJob => {
  const tool = readToolName(healToolName(name, domains))
  if (scope.askedApproval !== undefined && tool.kind === 'run')
    return { kind: 'code', effect: tool.effect, runId: scope.askedApproval }
  if (scope.askedApproval !== undefined) return { kind: 'approval', approvalId: scope.askedApproval }
  if (tool.kind === 'find' || tool.kind === 'describe' || tool.kind === 'file') return { kind: tool.kind }
  if (typeof args.approval_id === 'string') return { kind: 'approval', approvalId: args.approval_id }
  if (tool.kind === 'run') return { kind: 'code', effect: tool.effect }
  return chooseDomainSearch(domains, scope, name, tool, args) ?? { kind: 'call', tool }
}
