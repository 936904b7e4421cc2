import { invalid } from '../errors.ts'
import {
  type ActionRequest,
  type AnyAction,
  type Fields,
  findKeyPlace,
  type IdempotencyKeyPlace,
  type RequestHeaders,
} from '../provider/index.ts'
import { at, idempotencyKeyPattern, replaceAt } from '../schema/index.ts'

const isIdempotencyKey = new RegExp(idempotencyKeyPattern)

/** Throws VALIDATION_ERROR for a caller's key of a write that no vendor accepts. */
export const checkIdempotencyKey = (key: string | undefined): void => {
  if (key !== undefined && !isIdempotencyKey.test(key)) {
    throw invalid('', 'the header Idempotency-Key must be 1 to 255 visible ASCII characters')
  }
}

/** The key that all tries of a call carry; `undefined`: the vendor takes none. */
export const chooseKey = ({ effect }: AnyAction, key: string | undefined): string | undefined =>
  findKeyPlace(effect) && key

/** A key that is too long for the vendor is sent as its digest, so that the same key is sent each time. */
const shortened = (key: string, max: number): string =>
  key.length <= max ? key : Bun.CryptoHasher.hash('sha256', key, 'base64url').slice(0, max)

const longestKey = 255

/** True if the request has a key already, because a document's action takes it as a parameter. */
const hasKey = (request: ActionRequest, { header, query, body }: IdempotencyKeyPlace): boolean => {
  if (header === undefined) {
    const member = at(query === undefined ? request.body : request.query, body ?? `/${query}`)
    return member !== undefined && member !== null
  }
  const name = header.toLowerCase()
  return Object.entries(request.headers ?? {}).some(([own, value]) => own.toLowerCase() === name && value !== undefined)
}

/** The request with the key where the vendor takes it. */
export const placeKey = (request: ActionRequest, action: AnyAction, key: string | undefined): ActionRequest => {
  const place = findKeyPlace(action.effect)
  if (key === undefined || !place || hasKey(request, place)) return request
  const value = shortened(key, place.max ?? longestKey)
  if (place.header !== undefined)
    return { ...request, headers: { ...request.headers, [place.header]: value } as RequestHeaders }
  if (place.query !== undefined) return { ...request, query: { ...request.query, [place.query]: value } as Fields }
  return { ...request, body: replaceAt(request.body ?? {}, place.body, value) }
}
