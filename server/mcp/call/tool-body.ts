import { rawAction } from '@patchbay/core/call'
import type { Repetition } from '@patchbay/core/context'
import { type Detail, invalid } from '@patchbay/core/errors'
import { type AnyAction, toolEffect } from '@patchbay/core/provider'
import {
  bodySchema,
  type Domain,
  type HealContext,
  hasEvident,
  healArguments,
  readOtherNames,
  type ToolArguments,
} from '@patchbay/core/schema'
import { refuseInexact } from '../../http/read/strict-json.ts'
import type { AnswerPart, AnswerParts } from '../answer/continuations.ts'
import type { Searcher } from '../find/usable-actions.ts'
import { createHealContext, healFrame } from '../tools/heal-frame.ts'
import type { ToolEffect, ToolName } from '../tools/tool-names.ts'
import { createCalledHost } from './called-host.ts'
import { readHeaderParameters } from './header-parameters.ts'
import { healAccount } from './heal-account.ts'
import { flattenCall, nestNotes } from './nested-call.ts'

/** A tool that calls an action. */
export type CallTool = Exclude<ToolName, { kind: 'find' | 'describe' | 'run' | 'file' }>

/** The body of a call, and the conversions of its arguments. */
export interface ToolBody {
  readonly body: Record<string, unknown>
  readonly coerced: readonly Detail[]
  /** The action that shapes the answer; left out for a continuation, as its answer was shaped as a whole. */
  readonly action?: AnyAction | undefined
  /** The instructions for a write that may be a repeat. */
  readonly repetition?: Repetition
  /** True to ask the provider even if its answer is cached. */
  readonly isFresh?: boolean
  /** The continuation that the call names. */
  readonly part?: AnswerPart
}

const goOn = async (
  continuations: AnswerParts,
  tenant: string,
  domain: string,
  { continuation: name, account_id: account, action }: ToolArguments,
): Promise<ToolBody> => {
  if (typeof name !== 'string') throw invalid('/continuation', 'must be a string')
  const part = await continuations.find(tenant, name)
  const { cutAnswer } = part
  if (cutAnswer.domain !== domain) throw invalid('/continuation', `belongs to the tool of ${cutAnswer.domain}`)
  if (action !== undefined && action !== cutAnswer.body.action) {
    throw invalid('/continuation', `belongs to the action ${cutAnswer.body.action}; send that one, or leave action out`)
  }
  if (account !== undefined && account !== cutAnswer.account) {
    throw invalid(
      '/continuation',
      `belongs to the account ${cutAnswer.account}; send that one, or leave account_id out`,
    )
  }
  // The account is named, because the tenant may have added a second one in the meantime.
  return { body: { ...cutAnswer.body, account_id: cutAnswer.account }, coerced: [], part }
}

/** The parameters of every tool that the gateway adds to those of the action, but those that only some tools show. */
const shownAround = ['account_id', 'result_fields', 'dry_run', 'idempotency_key', 'repeat']

/**
 * True if a call names every optional parameter that its tool shows, as clients with strict schemas do. `given`: the arguments as they came;
 * `args`: the same as those of a domain's tool.
 */
const namesAllShown = (action: AnyAction | undefined, toolArguments: ToolArguments, args: ToolArguments): boolean =>
  action !== undefined &&
  shownAround.every((name) => Object.hasOwn(toolArguments, name)) &&
  Object.keys(action.params).every((name) => Object.hasOwn(args, name))

/**
 * The kind of tool that a call belongs to; `undefined` for an unknown action, which is refused later. For a raw request, its method
 * decides.
 */
const findEffect = (domain: Domain | undefined, { action, method }: ToolArguments): ToolEffect | undefined => {
  if (action === rawAction) return method === 'GET' ? 'read' : 'write'
  const kind = typeof action === 'string' ? domain?.source.kind(action) : undefined
  return kind && toolEffect(kind)
}

/** The contexts for healing one call, which most calls don't need. */
class CallHealing {
  constructor(
    readonly tool: CallTool,
    readonly domain: Domain | undefined,
    readonly action: AnyAction | undefined,
    /** The arguments as they came. */
    readonly args: ToolArguments,
    /** The same as those of a domain's tool. */
    readonly toolArguments: ToolArguments,
    readonly frame: HealContext,
    readonly caller: Searcher,
  ) {}

  /** For the parameters around those of the action. */
  around(): HealContext {
    const { domain, action, args, toolArguments, frame, caller } = this
    const isOfAccount = (host: string): boolean => {
      if (!domain) return false
      const { provider } = domain
      const entries = caller.tenant.providers
      const accounts = Object.hasOwn(entries, provider.id) ? (entries[provider.id]?.accounts ?? []) : []
      return createCalledHost(provider, accounts, toolArguments.account_id)(host)
    }
    return {
      ...frame,
      isOwnHost: isOfAccount,
      isWrite: findEffect(domain, toolArguments) === 'write',
      namesAll: namesAllShown(action, args, toolArguments),
    }
  }

  /** For the parameters of the action. */
  inside(): HealContext {
    return this.tool.kind === 'call' ? nestNotes(this.around()) : this.around()
  }
}

/** Heals the parameters of a body that its action refuses. */
const healBody = (
  check: ReturnType<Domain['source']['check']>,
  action: AnyAction | undefined,
  body: ToolArguments,
  healing: CallHealing,
): Record<string, unknown> => {
  const { action: name } = body
  if (!action || typeof name !== 'string' || (check?.body(body) && !hasEvident(name, action, body))) return { ...body }
  const { references = {} } = action
  return healArguments(bodySchema(name, action), body, { ...healing.inside(), references, roles: action.roles })
}

const isSecret = (domain: Domain | undefined, { action }: ToolArguments): boolean =>
  domain?.source.kind(String(action))?.startsWith('secret-') ?? false

/**
 * A client lets a tool that reads run without asking, so such a tool must never write or hand out credentials. Throws VALIDATION_ERROR. A tool
 * that writes may read as well: its client has asked for more than was needed.
 */
const checkEffect = (tool: CallTool, domain: Domain | undefined, body: ToolArguments): void => {
  if ((tool.kind !== 'effect' && tool.kind !== 'call') || tool.effect === 'write') return
  if (findEffect(domain, body) !== 'write') return
  const does = isSecret(domain, body) ? 'answers with a credential' : 'changes something'
  const ofCall = tool.kind === 'call' && (tool.byCode ? 'run_code' : 'call_write')
  const right = tool.kind === 'effect' ? `${tool.domain}_write` : ofCall
  throw invalid('/action', `${body.action} ${does}: call it with ${right}`)
}

const checkWhole = async (
  reading: Promise<ToolBody>,
  tool: CallTool,
  domain: Domain | undefined,
): Promise<ToolBody> => {
  const toolBody = await reading
  checkEffect(tool, domain, toolBody.body)
  return toolBody
}

/** The arguments of any tool as those of a domain's tool. Throws VALIDATION_ERROR. */
const readArguments = (
  tool: CallTool,
  args: ToolArguments,
  domain: Domain | undefined,
  context: HealContext,
): ToolArguments => {
  if (tool.kind === 'call') return flattenCall(args, domain, context)
  if (tool.kind !== 'action') return domain ? healFrame(args, domain, context) : args
  const { action, ...rest } = domain ? healFrame({ action: tool.action, ...args }, domain, context) : args
  if (action !== undefined && action !== tool.action) {
    throw invalid('/action', `is not accepted here: this tool always calls ${tool.action}`)
  }
  return { action: tool.action, ...rest }
}

export interface BodyParts {
  readonly domains: ReadonlyMap<string, Domain>
  readonly continuations: AnswerParts
}

/** The body of a tool call as REST would have it. Throws VALIDATION_ERROR. */
export const readToolBody = (
  { domains, continuations }: BodyParts,
  caller: Searcher,
  /** The domain that the call is for. */
  id: string,
  tool: CallTool,
  args: ToolArguments,
): ToolBody | Promise<ToolBody> => {
  const domain = domains.get(id)
  const context = createHealContext()
  if (tool.kind === 'call' && args.provider !== id) context.notes.add('/provider', `was read as ${id}`)
  const toolArguments = healAccount(
    domains,
    caller,
    readArguments(tool, refuseInexact(args), domain, context),
    id,
    context,
  )
  if (Object.hasOwn(toolArguments, 'continuation'))
    return checkWhole(goOn(continuations, caller.tenant.id, id, toolArguments), tool, domain)
  checkEffect(tool, domain, toolArguments)
  const action = typeof toolArguments.action === 'string' ? domain?.source.action(toolArguments.action) : undefined
  const healing = new CallHealing(tool, domain, action, args, toolArguments, context, caller)
  const { args: rest, ...beside } = readHeaderParameters(toolArguments, healing)
  const check = action && domain?.source.check(String(rest.action))
  const named = action ? readOtherNames(rest, action) : rest
  return { body: healBody(check, action, named, healing), coerced: context.notes.list(), action, ...beside }
}
