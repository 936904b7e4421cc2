import { usableActions } from '../../access/index.ts'
import type { AdmittedCaller, CallRecord } from '../../context/index.ts'
import { roundNumbers } from '../../encoding/exact-json.ts'
import { invalidInput } from '../../errors.ts'
import { type AnyAction, cursorParameter, listClasses } from '../../provider/index.ts'
import {
  actionProblems,
  bodySchema,
  findProblems,
  readOtherNames,
  readWholeNumbers,
  refuseEnded,
  unknownActionFault,
} from '../../schema/index.ts'
import type { ChosenDomain } from './choose-domain.ts'
import { chooseRawAction, rawAction } from './raw-action.ts'

/** An action, and the body that fits it. */
export interface ChosenAction {
  readonly action: AnyAction
  readonly body: Record<string, unknown>
}

/** The body with the text of a cursor, which a caller may have got as a number: the id of a list's last item often is one. */
const withTextOfCursor = (body: Record<string, unknown>, { pages }: AnyAction): Record<string, unknown> => {
  const name = cursorParameter(pages)
  const cursor = name === undefined ? undefined : body[name]
  return name !== undefined && (typeof cursor === 'number' || typeof cursor === 'bigint')
    ? { ...body, [name]: String(cursor) }
    : body
}

/**
 * Finds the action and checks the body against it. A parameter that is a whole number also takes a text of its digits, a cursor its
 * number, and one of a document the name that it had in imports of earlier versions. Throws
 * VALIDATION_ERROR with the path of each wrong member.
 */
export const chooseAction = (
  { domain, entry }: ChosenDomain,
  body: Record<string, unknown>,
  { access }: AdmittedCaller,
  record: CallRecord,
): ChosenAction => {
  const name = body.action
  if (name === rawAction) {
    record.action = rawAction
    const action = chooseRawAction(body)
    record.classes = listClasses(action.effect)
    return { action, body }
  }
  const action = typeof name === 'string' ? domain.source.action(name) : undefined
  if (!action || typeof name !== 'string') {
    if (typeof name === 'string') refuseEnded(domain.source, name, '/action')
    const usable = usableActions(access, domain, entry.accounts)
    const unknownAction = typeof name === 'string' ? { name, path: '/action', fault: unknownActionFault } : undefined
    throw invalidInput(actionProblems(usable, body)).with({ unknownAction })
  }
  const check = domain.source.check(name)
  record.action = name
  record.classes = listClasses(action.effect)
  if (check?.body(body)) return { action, body }
  const schema = bodySchema(name, action)
  const named = withTextOfCursor(readOtherNames(body, action), action)
  const read = readWholeNumbers(schema, named, action.references)
  const rounded = roundNumbers(read)
  if (check?.body(rounded)) return { action, body: read }
  const problems = findProblems(schema, rounded, action.references)
  // The generated check and the schema disagree: a fault of the gateway, not the caller's.
  if (problems.length === 0)
    throw new TypeError(`the check of ${domain.provider.id}.${name} refuses what its schema admits`)
  throw invalidInput(problems)
}
