import type { SeedRecord } from '../store/index.ts'
import { msOf, type UnixSeconds } from '../time.ts'

export type TokenState = 'valid' | 'expiring_soon' | 'expired' | 'rejected' | 'needs_reauth'

const soonMs = 24 * 3_600_000

/**
 * The state of an account's access token. `expiresAt` is `null`: the token doesn't expire, 0: there is no token.
 * A token that an active seed refreshes is never `expiring_soon`. `rejected`: the vendor answered 401 for it.
 */
export const tokenState = (
  expiresAt: UnixSeconds | null,
  seed: SeedRecord['status'] | undefined,
  now: Date,
  rejected = false,
): TokenState => {
  if (seed === 'needs_reauth') return 'needs_reauth'
  const leftMs = expiresAt === null ? Number.POSITIVE_INFINITY : msOf(expiresAt) - msOf(now)
  if (leftMs <= 0) return 'expired'
  if (rejected) return 'rejected'
  return leftMs <= soonMs && !seed ? 'expiring_soon' : 'valid'
}
