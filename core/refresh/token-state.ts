import type { SeedRecord } from '../store/index.ts'

export type TokenState = 'valid' | 'expiring_soon' | 'expired' | 'rejected' | 'needs_reauth'

const soonMs = 24 * 3_600_000

/**
 * The state of an account's access token. `expiresAt` is in Unix seconds; `null`: the token doesn't expire, 0: there is no token.
 * A token that an active seed refreshes is never `expiring_soon`. `rejected`: the vendor answered 401 for it.
 */
export const tokenState = (
  expiresAt: number | null,
  seed: SeedRecord['status'] | undefined,
  now: Date,
  rejected = false,
): TokenState => {
  if (seed === 'needs_reauth') return 'needs_reauth'
  const leftMs = expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt * 1000 - now.getTime()
  if (leftMs <= 0) return 'expired'
  if (rejected) return 'rejected'
  return leftMs <= soonMs && !seed ? 'expiring_soon' : 'valid'
}
