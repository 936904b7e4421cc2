import { invalid } from '../errors.ts'
import { type AnyAction, keyHeaderOf } from '../provider/index.ts'
import { idempotencyKeyPattern } from '../schema/index.ts'

const isKey = new RegExp(idempotencyKeyPattern)

/** Throws VALIDATION_ERROR for a caller's key that no vendor takes; where none is sent to the vendor it means nothing. */
export const checkIdempotencyKey = ({ effect }: AnyAction, key: string | undefined): void => {
  if (keyHeaderOf(effect) && key !== undefined && !isKey.test(key)) {
    throw invalid('', 'the header Idempotency-Key must be 1 to 255 visible ASCII characters')
  }
}

/** One key for all tries of a call; the caller's own, where it has one, for all its calls under it. */
export const idempotencyOf = (
  { effect }: AnyAction,
  key: string | undefined,
): readonly [string, string] | undefined => {
  const header = keyHeaderOf(effect)
  return header === undefined ? undefined : [header, key ?? crypto.randomUUID()]
}
