import Type from 'typebox'
import Value from 'typebox/value'
import type { AccessKind } from '../../access/index.ts'
import type { PreparedCall } from '../../context/index.ts'
import { roundNumbers } from '../../encoding/exact-json.ts'
import { invalid, invalidInput } from '../../errors.ts'
import { type Action, type AnyAction, actionKind, type Path } from '../../provider/index.ts'
import { bodySchema, findProblems } from '../../schema/index.ts'
import type { TenantRecord } from '../../store/index.ts'

/** The action that sends any request to the provider's origin; off unless the tenant's options allow it. */
export const rawAction = 'raw'

const rawParams = {
  method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: Type.String({ minLength: 1, maxLength: 2048, pattern: '^/' }),
  query: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 8192 }), Type.Number(), Type.Boolean()]), {
      maxProperties: 100,
    }),
  ),
  body: Type.Optional(Type.Unknown()),
}

/** Refuses a path that URL parsing would change (`..`, `%2e`, `?`, a backslash), because it would lead elsewhere. */
const checkedPath = (path: string): Path => {
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
const rawActionFor = (method: Method): Action<typeof rawParams> => ({
  description: 'Send any request to the provider’s origin',
  route: `${method} {path}`,
  effect: method === 'GET' ? { kind: 'read', ttlMs: 0 } : { kind: 'write', idempotent: 'never' },
  params: rawParams,
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

/** The kind of access that a call needs. */
export const findAccessKind = ({ name, action }: Pick<PreparedCall, 'name' | 'action'>): AccessKind =>
  name === rawAction ? 'raw' : actionKind(action.effect)
