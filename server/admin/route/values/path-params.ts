import { type Detail, type GatewayError, invalidInput } from '@patchbay/core/errors'
import { fileIdPattern } from '@patchbay/core/files'
import type { NextRoute } from '@patchbay/core/next-step'
import { findProblems } from '@patchbay/core/schema'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { grantId, hashId, idSchema, providerId } from './schemas.ts'

const schemas = {
  tenant: idSchema("The tenant's id"),
  provider: providerId("The provider's id, e.g. `hubspot`"),
  account: idSchema("The account's id"),
  token_id: hashId("The token's id: 12 hex digits of its hash"),
  key_id: hashId("The key's id: 12 hex digits of its hash"),
  link_id: hashId("The link's id: 12 hex digits of its secret's hash"),
  call_id: Type.String({
    pattern: '^[A-Za-z0-9._-]{1,128}$',
    errorMessage: 'must be the id of an audit entry, or a request id: 1 to 128 letters, digits, dots, - and _',
    description: 'The id of an audit entry, or a request id',
  }),
  client_id: Type.String({
    pattern: '^[\\x21-\\x7e]{1,2048}$',
    errorMessage: 'must be the id of an application, percent-encoded',
    description: "The client's id: a UUID, or the URL of its metadata document, percent-encoded",
  }),
  event_id: Type.String({
    pattern: '^msg_[0-9a-zA-Z_-]{1,64}$',
    errorMessage: 'must be the id of an event, which begins with msg_',
    description: "The event's id",
  }),
  approval_id: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    errorMessage: 'must be the id of an approval, a UUID in lower case',
    description: "The approval's id, a UUID",
  }),
  run_id: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    errorMessage: 'must be the id of a run of code, a UUID in lower case',
    description: "The run's id, a UUID: the `run_id` of its approvals",
  }),
  connect_id: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    errorMessage: 'must be the connect_id of a link, a UUID in lower case',
    description: "The link's id, a UUID",
  }),
  suggestion_id: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,64}$',
    errorMessage: 'must be the id of a suggestion',
    description: "The suggestion's id",
  }),
  grant_id: grantId,
  file_id: Type.String({
    pattern: fileIdPattern,
    errorMessage: 'must be the id of a file, a UUID in lower case',
    description: "The file's id, a UUID",
  }),
  action: Type.String({
    pattern: '^[a-z][a-z0-9_]{0,35}$',
    errorMessage: 'must be the name of an action of this provider',
    description: "The action's name, e.g. `search`",
  }),
  job: Type.String({
    pattern: '^[a-z][a-z-]{0,63}$',
    errorMessage: 'must be the name of a job',
    description: "The job's name, e.g. `retention`",
  }),
}

/** The route that lists what a parameter may be, and the parameters that this route has in its own path. */
const listedBy: Readonly<Record<string, readonly [NextRoute, ...(keyof typeof schemas)[]]>> = {
  client_id: ['list_clients'],
  connect_id: ['list_connect_links'],
  suggestion_id: ['list_suggestions'],
  grant_id: ['list_grants', 'tenant'],
  file_id: ['list_files', 'tenant'],
  action: ['get_provider', 'provider'],
  job: ['list_crons'],
}

type Name<P extends string> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | Name<`/${Rest}`>
  : P extends `${string}:${infer N}`
    ? N
    : never

/** The parameters that a path names: `/admin/auth/:tenant/:token_id` has `tenant` and `token_id`. */
export type AdminPathParams<P extends string> = Readonly<Record<Name<P> & keyof typeof schemas, string>>

/** The schemas of the parameters that a path names, in the path's order. Throws Error for a name without a schema. */
export const pathSchemas = (path: string): Readonly<Record<string, Type.TString>> =>
  Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
      const schema = Object.hasOwn(schemas, name) ? schemas[name as keyof typeof schemas] : undefined
      if (!schema) throw new Error(`the path parameter ${name} of ${path} has no schema`)
      return [name, schema]
    }),
  )

/** The error for these faults; its next step is the route that lists the valid values. */
const invalidPath = (faults: readonly Detail[], params: Readonly<Record<string, string>>): GatewayError => {
  const error = invalidInput(faults)
  const [route, ...names] = listedBy[faults[0]?.path.slice(1) ?? ''] ?? []
  if (route === undefined) return error
  return error.with({ next: { route, params: Object.fromEntries(names.map((name) => [name, params[name] ?? ''])) } })
}

/** The parameters of a path, each checked for the form of its ids. Throws VALIDATION_ERROR. */
export const pathParams = <P extends string>(path: P, params: Readonly<Record<string, string>>): AdminPathParams<P> => {
  const schema = Type.Object(pathSchemas(path))
  if (!Value.Check(schema, params)) throw invalidPath(findProblems(schema, params), params)
  return params as AdminPathParams<P>
}
