import type { Failure } from '../../provider/index.ts'

/** A failure, and whether the vendor refused the request before anything was carried out. */
export type GraphqlFailure = Failure & { readonly refused: boolean }

/** The failure that the plugin reads from a body. */
type ReadFailure = (body: unknown) => Failure | undefined

const anyError = 'a GraphQL error without a message'

/**
 * The failure of a GraphQL answer with status 2xx. Errors may stand beside data (specification, section 7.1): a read then returns the data,
 * with the errors beside it, and a mutation is done if all its members are there and the plugin doesn't object. If some
 * are missing, its outcome is unknown.
 */
export const findGraphqlFailure = (
  body: unknown,
  isMutation: boolean,
  read: ReadFailure,
): GraphqlFailure | undefined => {
  const { errors, ...others } = Object(body) as { readonly errors?: unknown; readonly data?: unknown }
  const members = Object.values(Object(others.data))
  const hasErrors = Array.isArray(errors) ? errors.length > 0 : typeof errors === 'string'
  if (!hasErrors || members.every((member) => member === null)) {
    const failure = read(body)
    // A request that is refused before it is executed has no `data`, not even null (section 7.1.1).
    return failure && { ...failure, refused: failure.refused ?? !Object.hasOwn(others, 'data') }
  }
  const own = read(others)
  if (own) return { ...own, refused: false }
  if (!isMutation || !members.includes(null)) return undefined
  const { message = anyError } = read({ errors, data: null }) ?? {}
  return { message, status: 502, refused: false }
}
