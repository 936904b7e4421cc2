import { idPattern } from '@patchbay/core/schema'
import Type from 'typebox'
import { validated } from './validated.ts'

export const providerPattern = '^[a-z][a-z0-9-]{0,23}$'

const schemas = {
  tenant: Type.String({ pattern: idPattern }),
  provider: Type.String({ pattern: providerPattern }),
  account: Type.String({ pattern: idPattern }),
  token_id: Type.String({ pattern: '^[0-9a-f]{12}$' }),
  key_id: Type.String({ pattern: '^[0-9a-f]{12}$' }),
  /** A UUID, or the URL of a metadata document. */
  client_id: Type.String({ pattern: '^[\\x21-\\x7e]{1,2048}$' }),
  suggestion_id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  grant_id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
}

type Name<P extends string> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | Name<`/${Rest}`>
  : P extends `${string}:${infer N}`
    ? N
    : never

/** The parameters that a path names: `/admin/auth/:tenant/:token_id` has `tenant` and `token_id`. */
export type PathParams<P extends string> = Readonly<Record<Name<P> & keyof typeof schemas, string>>

/** The parameters of a path, each checked for the form of its ids. Throws VALIDATION_ERROR. */
export const pathParams = <P extends string>(path: P, given: Readonly<Record<string, string>>): PathParams<P> => {
  const declared = Object.entries(schemas).filter(([name]) => path.split('/').includes(`:${name}`))
  return validated(Type.Object(Object.fromEntries(declared)), given) as PathParams<P>
}
