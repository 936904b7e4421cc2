import Value from 'typebox/value'
import { type AccessCall, type AccessTarget, rawTarget } from '../../access/index.ts'
import type { PreparedCall } from '../../context/index.ts'
import { roundNumbers } from '../../encoding/exact-json.ts'
import { invalid, invalidInput } from '../../errors.ts'
import {
  type Action,
  type AnyAction,
  actionKind,
  listCallClasses,
  listClasses,
  type Path,
} from '../../provider/index.ts'
import { bodySchema, findProblems, rawParameters } from '../../schema/index.ts'
import type { TenantRecord } from '../../store/index.ts'

/** The action that sends any request to the provider's origin; off unless the tenant's options allow it. */
export const rawAction = 'raw'

/** A letter, digit or mark that needs no percent-encoding (RFC 3986, section 2.3), but `~`, which older encoders encode. */
const encodedPlainCharacter = /%(?:[46][1-9a-f]|[57][0-9a]|3[0-9]|2[de]|5f)/i

/** Refuses a path that URL parsing would change (`..`, `%2e`, `?`, a backslash), because it would lead elsewhere. */
const checkedPath = (path: string): Path => {
  // A vendor reads `%72` as `r`, and rules over the path judge what is written.
  if (encodedPlainCharacter.test(path))
    throw invalid('/path', 'must have letters, digits, "-", "." and "_" as they are')
  if (path.startsWith('//') || new URL(path, 'https://origin.invalid').pathname !== path) {
    throw invalid('/path', 'must be a plain, percent-encoded path without dot segments, query or fragment')
  }
  return path as Path
}

const longestName = 256

/** Throws VALIDATION_ERROR for a name longer than any vendor's. */
const checkNames = (query: Readonly<Record<string, unknown>>): void => {
  if (Object.keys(query).every((name) => name.length <= longestName)) return
  throw invalid('/query', `must not have a name of more than ${longestName} characters`)
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The action for one raw request. It is never cached and, unless it is a GET, never sent twice. */
const rawActionFor = (method: Method): Action<typeof rawParameters> => ({
  description: 'Send any request to the provider’s origin',
  route: `${method} {path}`,
  effect: method === 'GET' ? { kind: 'read', ttlMs: 0 } : { kind: 'write', idempotent: 'never' },
  params: rawParameters,
  definition: {},
  request: ({ path, query, body }) => {
    if (query) checkNames(query)
    const common = { path: checkedPath(path), ...(query && { query }) }
    if (method !== 'GET') return { ...common, method, ...(body !== undefined && { body }) }
    if (body !== undefined) throw invalid('/body', 'a GET request must not have a body')
    return { ...common, method }
  },
})

/** The schema of a raw request's body; it is the same for every method. */
const rawBodySchema = bodySchema(rawAction, rawActionFor('GET'))

/** Throws VALIDATION_ERROR unless the tenant's options allow raw requests. */
export const checkRawAllowed = (tenant: TenantRecord, action: string): void => {
  if (action !== rawAction || tenant.options.allow_raw) return
  throw invalid('/action', 'raw requests are off for this tenant; its option allow_raw turns them on')
}

/** The action for a raw request's body. Throws VALIDATION_ERROR with the path of each wrong member. */
export const chooseRawAction = (body: Record<string, unknown>): AnyAction => {
  const rounded = roundNumbers(body)
  if (!Value.Check(rawBodySchema, rounded)) throw invalidInput(findProblems(rawBodySchema, rounded))
  return rawActionFor(body.method as Method)
}

/** The action of a call for patterns, without its account. */
export const describeTarget = (
  provider: string,
  { name, action, params }: Pick<PreparedCall, 'name' | 'action' | 'params'>,
): Omit<AccessTarget, 'account'> => {
  const { effect } = action
  if (name === rawAction) return { ...rawTarget(provider), isRead: effect.kind === 'read' }
  const callClasses = listCallClasses(action, params)
  return { provider, action: name, kind: actionKind(effect), classes: listClasses(effect), callClasses }
}

/** A call for rules. */
export const describeCall = (call: Pick<PreparedCall, 'ref' | 'name' | 'action' | 'params'>): AccessCall => {
  const { ref, action, params } = call
  const { provider, account } = ref
  return { ...describeTarget(provider, call), account, roles: action.roles, params }
}
