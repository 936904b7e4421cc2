import Type from 'typebox'
import { invalid } from '../errors.ts'
import { type Action, type Call, type Path, read, write } from '../provider/index.ts'
import { bodySchema } from '../schema/index.ts'
import type { TenantRecord } from '../store/index.ts'

/** The name of the action that sends any request below the provider's origin; off unless a tenant's options allow it. */
export const rawAction = 'raw'

const params = {
  method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: Type.String({ minLength: 1, maxLength: 2048, pattern: '^/' }),
  query: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 8192 }), Type.Number(), Type.Boolean()]), {
      maxProperties: 100,
    }),
  ),
  body: Type.Optional(Type.Unknown()),
}

/** A path that URL parsing would change (`..`, `%2e`, `?`, a backslash) could mean something else than it says. */
const checkedPath = (path: string): Path => {
  if (path.startsWith('//') || new URL(path, 'https://origin.invalid').pathname !== path) {
    throw invalid('/path', 'must be a plain, percent-encoded path without dot segments, query or fragment')
  }
  return path as Path
}

const longestName = 256

/** Throws VALIDATION_ERROR for a name that no vendor has. */
const checkNames = (query: Readonly<Record<string, unknown>>): void => {
  if (Object.keys(query).every((name) => name.length <= longestName)) return
  throw invalid('/query', `must not have a name of more than ${longestName} characters`)
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The action for one raw request. It is never cached and, unless it is a GET, never sent twice. */
export const rawActionFor = (method: Method): Action<typeof params> => ({
  description: 'Send any request below the provider’s origin',
  effect: method === 'GET' ? read() : write(),
  params,
  call: ({ path, query, body }): Call => {
    if (query) checkNames(query)
    const common = { path: checkedPath(path), ...(query && { query }) }
    if (method !== 'GET') return { ...common, method, ...(body !== undefined && { body }) }
    if (body !== undefined) throw invalid('/body', 'a GET has no body')
    return { ...common, method }
  },
})

/** The body of a raw request, whatever its method. */
export const rawBodySchema = bodySchema(rawAction, rawActionFor('GET'))

/** Throws VALIDATION_ERROR unless the tenant's options allow raw requests. */
export const checkRawAllowed = (tenant: TenantRecord, action: string): void => {
  if (action !== rawAction || tenant.options.allow_raw) return
  throw invalid('/action', 'raw requests are off for this tenant; its option allow_raw turns them on')
}
