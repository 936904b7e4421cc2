import { usableActions } from '../access/index.ts'
import type { AdmittedCaller, CallRecord } from '../context/index.ts'
import { invalidInput } from '../errors.ts'
import type { AnyAction } from '../provider/index.ts'
import { actionProblems, bodySchema, findProblems, refuseEnded } from '../schema/index.ts'
import type { ChosenDomain } from './choose-domain.ts'
import { chooseRawAction, rawAction } from './raw-action.ts'

/** Finds the action and checks the body against it. Throws VALIDATION_ERROR with the path of each wrong member. */
export const chooseAction = (
  { domain, entry }: ChosenDomain,
  body: Record<string, unknown>,
  { access }: AdmittedCaller,
  record: CallRecord,
): AnyAction => {
  const name = body.action
  if (name === rawAction) {
    record.action = rawAction
    return chooseRawAction(body)
  }
  const action = typeof name === 'string' ? domain.source.action(name) : undefined
  if (!action || typeof name !== 'string') {
    if (typeof name === 'string') refuseEnded(domain.source, name, '/action')
    throw invalidInput(actionProblems(usableActions(access, domain, entry.accounts), body))
  }
  record.action = name
  if (domain.source.check(name)?.body(body)) return action
  const found = findProblems(bodySchema(name, action), body, action.references)
  // The generated check and the schema disagree: a fault of the gateway, not the caller's.
  if (found.length === 0)
    throw new TypeError(`the check of ${domain.provider.id}.${name} refuses what its schema admits`)
  throw invalidInput(found)
}
