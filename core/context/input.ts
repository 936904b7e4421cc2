import Value from 'typebox/value'
import { invalidInput } from '../errors.ts'
import type { AnyAction, Call } from '../provider/index.ts'
import { actionProblems, bodySchema, type Domain, problems } from '../schema/index.ts'
import type { Account, AccountRef } from '../store/index.ts'
import type { CallContext } from './call.ts'
import { rawAction, rawActionFor, rawBodySchema } from './raw.ts'

/** A body whose action and parameters are right. */
export interface Input {
  readonly name: string
  readonly action: AnyAction
  readonly params: Readonly<Record<string, unknown>>
  readonly accountId: string | undefined
  readonly resultFields: readonly string[] | undefined
}

/** A call that is right: what follows from the tenant's configuration and the body alone. */
export interface Prepared {
  readonly domain: Domain
  readonly account: Account
  readonly ref: AccountRef
  readonly input: Input
  /** What the action makes of the parameters. */
  readonly first: Call
  /** In canonical form, what the answer depends on beside its account; `undefined`: it is never cached. */
  readonly asked: string | undefined
}

interface CheckedBody extends Record<string, unknown> {
  readonly action: string
  readonly account_id?: string
  readonly result_fields?: readonly string[]
}

const rawInput = (body: Record<string, unknown>, trail: CallContext): AnyAction => {
  trail.action = rawAction
  if (!Value.Check(rawBodySchema, body)) throw invalidInput(problems(rawBodySchema, body))
  return rawActionFor(body.method as Parameters<typeof rawActionFor>[0])
}

const declaredInput = (domain: Domain, body: Record<string, unknown>, trail: CallContext): AnyAction => {
  const name = body.action
  const { actions } = domain.provider
  const action = typeof name === 'string' && Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action || typeof name !== 'string') throw invalidInput(actionProblems(Object.keys(actions), body))
  trail.action = name
  if (!domain.checks[name]?.body(body)) throw invalidInput(problems(bodySchema(name, action), body))
  return action
}

/** Step 6: exact for the chosen action. Throws VALIDATION_ERROR with the path of each wrong member. */
export const readInput = (domain: Domain, body: Record<string, unknown>, trail: CallContext): Input => {
  const action = body.action === rawAction ? rawInput(body, trail) : declaredInput(domain, body, trail)
  const { action: name, account_id: accountId, result_fields: resultFields, ...params } = body as CheckedBody
  return { name, action, params, accountId, resultFields }
}
