import type { Failure } from '../../provider/index.ts'
import { isJsonObject } from '../../provider/json-object.ts'

/** A failure, and whether the vendor refused the request before anything was carried out. */
export type GraphqlFailure = Failure & { readonly refused: boolean }

/** The failure that the plugin reads from a body. */
type ReadFailure = (body: unknown) => Failure | undefined

const anyError = 'a GraphQL error without a message'
const noResult = { message: 'did not give a GraphQL answer', status: 502, refused: false }

/** True if a document has a mutation. The word alone may be part of a text. */
export const isMutation = (document: string): boolean => /\bmutation\b[^{}]*\{/.test(document)

/** The members of `data`; none: nothing was carried out, or nobody knows. */
const listMembers = (body: unknown): readonly unknown[] => {
  const { data } = Object(body) as { readonly data?: unknown }
  return isJsonObject(data) ? Object.values(data) : []
}

/** True if an answer has a result, whatever its status. */
export const hasResult = (body: unknown): boolean => listMembers(body).some((member) => member !== null)

/** The errors, which some servers send as a text or an object. */
const listErrors = (errors: unknown): readonly unknown[] => {
  if (Array.isArray(errors)) return errors
  return (typeof errors === 'string' && errors !== '') || isJsonObject(errors) ? [errors] : []
}

/**
 * The failure of a GraphQL answer with status 2xx. Errors may stand beside data (specification, section 7.1): a read then returns the data,
 * with the errors beside it, and a mutation is done if all its members are there and the plugin doesn't object. If some
 * are missing, or it isn't such an answer, its outcome is unknown.
 */
export const findGraphqlFailure = (
  body: unknown,
  isOfMutation: boolean,
  read: ReadFailure,
): GraphqlFailure | undefined => {
  const { errors, ...others } = Object(body) as { readonly errors?: unknown }
  const listed = listErrors(errors)
  const members = listMembers(body)
  if (listed.length === 0) {
    const failure = read(body)
    if (failure) return { ...failure, refused: failure.refused ?? false }
    return isOfMutation && members.length === 0 ? noResult : undefined
  }
  if (!hasResult(body)) {
    const failure = read(body) ?? (isOfMutation ? { message: anyError, status: 502 } : undefined)
    // A request that is refused before it is executed has no `data`, not even null (section 7.1.1).
    const isRefused = Array.isArray(errors) && !Object.hasOwn(others, 'data')
    const areRefusals = listed.every((error) => read({ ...others, errors: [error] })?.refused ?? isRefused)
    return failure && { ...failure, refused: areRefusals }
  }
  const own = read(others)
  if (own) return { ...own, refused: false }
  if (!isOfMutation || !members.includes(null)) return undefined
  const { message = anyError } = read({ errors, data: null }) ?? {}
  return { message, status: 502, refused: false }
}
