import type { SeedRecord } from '../store/index.ts'

export type TokenState = 'valid' | 'expiring_soon' | 'expired' | 'needs_reauth'

const soonMs = 24 * 3_600_000

/**
 * How an account's access token stands. `expiresAt` is in Unix seconds; `null`: it has no expiry, 0: there is none. One that
 * an active seed refreshes doesn't expire soon.
 */
export const tokenState = (expiresAt: number | null, seed: SeedRecord['status'] | undefined, now: Date): TokenState => {
  if (seed === 'needs_reauth') return 'needs_reauth'
  const leftMs = expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt * 1000 - now.getTime()
  if (leftMs <= 0) return 'expired'
  return leftMs <= soonMs && !seed ? 'expiring_soon' : 'valid'
}
