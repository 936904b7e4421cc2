import { timingSafeEqual } from 'node:crypto'
import { hashToken } from '@patchbay/core/store'

/** Compares secrets by their hashes, in constant time. */
export const isSameSecret = (presented: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(presented), 'hex'), Buffer.from(hash, 'hex'))
