import { invalid } from '../errors.ts'
import type { AnyAction } from '../provider/index.ts'

/** The vendor's header under whose key it carries a call out once. */
const headerOf = ({ effect }: AnyAction): string | undefined => (effect.kind === 'write' ? effect.keyHeader : undefined)

/** Throws VALIDATION_ERROR for a caller's key that no vendor takes; where none is sent to the vendor it means nothing. */
export const checkIdempotencyKey = (action: AnyAction, key: string | undefined): void => {
  if (headerOf(action) && key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid('', 'the header Idempotency-Key must be 1 to 255 visible ASCII characters')
  }
}

/** One key for all tries of a call; the caller's own, where it has one, for all its calls under it. */
export const idempotencyOf = (action: AnyAction, key: string | undefined): readonly [string, string] | undefined => {
  const header = headerOf(action)
  return header === undefined ? undefined : [header, key ?? crypto.randomUUID()]
}
