import { idPattern } from '@patchbay/core/schema'
import Type from 'typebox'
import { validated } from './validated.ts'

export const providerPattern = '^[a-z][a-z0-9-]{0,23}$'

const schemas = {
  tenant: Type.String({ pattern: idPattern, description: "The tenant's id" }),
  provider: Type.String({ pattern: providerPattern, description: "The provider's id, e.g. `hubspot`" }),
  account: Type.String({ pattern: idPattern, description: "The account's id" }),
  token_id: Type.String({ pattern: '^[0-9a-f]{12}$', description: "The token's id: 12 hex digits of its hash" }),
  key_id: Type.String({ pattern: '^[0-9a-f]{12}$', description: "The key's id: 12 hex digits of its hash" }),
  call_id: Type.String({
    pattern: '^[A-Za-z0-9._-]{1,128}$',
    description: 'The id of an audit entry, or a request id',
  }),
  client_id: Type.String({
    pattern: '^[\\x21-\\x7e]{1,2048}$',
    description: "The client's id: a UUID, or the URL of its metadata document, percent-encoded",
  }),
  event_id: Type.String({ pattern: '^msg_[0-9a-zA-Z_-]{1,64}$', description: "The event's id" }),
  suggestion_id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: "The suggestion's id" }),
  grant_id: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    description: "The grant's id, a UUID",
  }),
}

type Name<P extends string> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | Name<`/${Rest}`>
  : P extends `${string}:${infer N}`
    ? N
    : never

/** The parameters that a path names: `/admin/auth/:tenant/:token_id` has `tenant` and `token_id`. */
export type PathParams<P extends string> = Readonly<Record<Name<P> & keyof typeof schemas, string>>

/** The schemas of the parameters that a path names, in the path's order. Throws Error for a name without a schema. */
export const pathSchemas = (path: string): Readonly<Record<string, Type.TString>> =>
  Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
      const schema = Object.hasOwn(schemas, name) ? schemas[name as keyof typeof schemas] : undefined
      if (!schema) throw new Error(`the path parameter ${name} of ${path} has no schema`)
      return [name, schema]
    }),
  )

/** The parameters of a path, each checked for the form of its ids. Throws VALIDATION_ERROR. */
export const pathParams = <P extends string>(path: P, given: Readonly<Record<string, string>>): PathParams<P> =>
  validated(Type.Object(pathSchemas(path)), given) as PathParams<P>
