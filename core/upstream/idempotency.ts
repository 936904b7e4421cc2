import { invalid } from '../errors.ts'
import { type AnyAction, findKeyHeader } from '../provider/index.ts'
import { idempotencyKeyPattern } from '../schema/index.ts'

export type IdempotencyHeader = readonly [name: string, key: string]

const isIdempotencyKey = new RegExp(idempotencyKeyPattern)

/** Throws VALIDATION_ERROR for a caller's key of a write that no vendor accepts. */
export const checkIdempotencyKey = (key: string | undefined): void => {
  if (key !== undefined && !isIdempotencyKey.test(key)) {
    throw invalid('', 'the header Idempotency-Key must be 1 to 255 visible ASCII characters')
  }
}

/** The idempotency header of all tries of a call, where the vendor takes keys. */
export const buildIdempotencyHeader = (
  { effect }: AnyAction,
  key: string | undefined,
): IdempotencyHeader | undefined => {
  const header = findKeyHeader(effect)
  return header === undefined || key === undefined ? undefined : [header, key]
}
