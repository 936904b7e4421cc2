import type {
  AccountRef,
  Claim,
  ClaimRequest,
  CredentialRecord,
  NewSeed,
  RefreshFailure,
  RefreshResult,
  SeedRecord,
} from '@patchbay/core/store'

/** What becomes of a seed at each operation of the port: pure, so that both drivers do the same. Times are the store's. */

const forcedEveryMs = 60_000
/** The longest back-off that a token endpoint can ask for (`core/refresh/request-token.ts`). */
const mostBackOffMs = 3_600_000
/** The longest that a token is refreshed ahead of its expiry. */
const mostAheadSeconds = 600

/**
 * When to refresh a token ahead of its expiry: in the last quarter of its life, at most ten minutes ahead. Tokens that
 * were stored together come due apart.
 */
const dueAt = (expiresAt: number | null, now: Date): number | null => {
  if (expiresAt === null) return null
  const ahead = Math.min((expiresAt - now.getTime() / 1000) / 4, mostAheadSeconds)
  return Math.floor(expiresAt - Math.max(0, ahead) * (0.5 + Math.random() / 2))
}

const rested = { status: 'active', error: null, failures: 0, retry_at: null } as const
const free = { lease_owner: null, lease_until: 0 } as const

const expiryOf = (expiresAt: number | null, now: Date) => ({ expires_at: expiresAt, due_at: dueAt(expiresAt, now) })

/** A seed that was just put, beside the access token that there is. */
export const freshSeed = (
  { tenant, provider, account }: AccountRef,
  { client_id, token_endpoint, sealed_client_secret, sealed_refresh_token }: NewSeed,
  credential: Pick<CredentialRecord, 'expires_at'> | undefined,
  now: Date,
): SeedRecord => ({
  tenant,
  provider,
  account,
  client_id,
  token_endpoint,
  sealed_client_secret,
  sealed_refresh_token,
  version: crypto.randomUUID(),
  client_auth: null,
  ...rested,
  forced_at: null,
  ...free,
  ...expiryOf(credential ? credential.expires_at : 0, now),
  updated_at: now.toISOString(),
})

/** A token was stored by hand. A refresh under way keeps its lease: nobody else may use the refresh token meanwhile. */
export const withToken = (seed: SeedRecord, expiresAt: number | null, now: Date): SeedRecord => ({
  ...seed,
  ...rested,
  forced_at: null,
  ...expiryOf(expiresAt, now),
})

/** A lease that ends later than it could was taken before the clock was set back. */
const isLeased = ({ lease_owner, lease_until }: SeedRecord, leaseMs: number, nowMs: number): boolean =>
  lease_owner !== null && lease_until > nowMs && lease_until <= nowMs + leaseMs

/** Milliseconds until then; none where that is longer than it could be: it was noted before the clock was set back. */
const leftMs = (until: number, mostMs: number, nowMs: number): number =>
  until <= nowMs + mostMs ? Math.max(0, until - nowMs) : 0

/** What a claim finds; `claimed` comes with the seed as it is to be stored. */
export const judgeClaim = (
  seed: SeedRecord | undefined,
  credential: CredentialRecord | undefined,
  { owner, stale, forced, leaseMs }: ClaimRequest,
  nowMs: number,
): Claim => {
  if (!seed) return { outcome: 'no-seed' }
  if (credential && credential.version !== stale) return { outcome: 'renewed', credential }
  const { error } = seed
  if (seed.status === 'needs_reauth') return { outcome: 'needs-reauth', error }
  if (isLeased(seed, leaseMs, nowMs)) return { outcome: 'busy' }
  const backOffMs = leftMs(seed.retry_at ?? 0, mostBackOffMs, nowMs)
  const minuteMs = leftMs((seed.forced_at ?? -forcedEveryMs) + forcedEveryMs, forcedEveryMs, nowMs)
  const waitMs = Math.max(backOffMs, forced ? minuteMs : 0)
  if (waitMs > 0) return { outcome: 'waiting', waitMs, error }
  return {
    outcome: 'claimed',
    seed: { ...seed, lease_owner: owner, lease_until: nowMs + leaseMs, forced_at: forced ? nowMs : seed.forced_at },
    credential: credential?.version ?? null,
    wasInterrupted: seed.lease_owner !== null,
  }
}

/**
 * The seed with what a token endpoint gave for it; `undefined`: it has been replaced meanwhile. What a try stores has its
 * own version, so that storing may be repeated.
 */
export const withRefreshToken = (seed: SeedRecord, result: RefreshResult, now: Date): SeedRecord | undefined => {
  if (seed.version === result.owner) return seed
  if (seed.version !== result.seed) return undefined
  return {
    ...seed,
    // Whatever another one's try with the token before has noted.
    ...rested,
    version: result.owner,
    client_auth: result.client_auth,
    sealed_refresh_token: result.sealed_refresh_token ?? seed.sealed_refresh_token,
    updated_at: now.toISOString(),
  }
}

/** The access token that a refresh has given. */
export const accessOf = (
  { tenant, provider, account }: AccountRef,
  { owner, access: { sealed, token_type, expires_at } }: RefreshResult,
  now: Date,
): CredentialRecord => ({
  ...{ tenant, provider, account, sealed, token_type, expires_at },
  version: owner,
  updated_at: now.toISOString(),
})

/** The seed at the end of a refresh. `access`: the token that it has stored; `undefined`: none, as another one has won. */
export const ended = (
  seed: SeedRecord,
  owner: string,
  access: Pick<CredentialRecord, 'expires_at'> | undefined,
  now: Date,
): SeedRecord => ({
  ...seed,
  ...(seed.lease_owner === owner && free),
  ...(access && { ...rested, ...expiryOf(access.expires_at, now) }),
})

/** Whether nothing but its lease has changed. */
export const isSameSeed = (one: SeedRecord, other: SeedRecord): boolean =>
  Bun.deepEquals({ ...one, ...free }, { ...other, ...free })

/** The seed and the access token after a refresh; no access token: the one that is there stays. */
export const completed = (
  seed: SeedRecord | undefined,
  credential: CredentialRecord | undefined,
  result: RefreshResult,
  now: Date,
): { seed: SeedRecord; credential: CredentialRecord | undefined } | undefined => {
  if (!seed) return undefined
  const next = withRefreshToken(seed, result, now)
  const version = credential?.version ?? null
  const isCurrent = next && (version === result.credential || version === result.owner)
  const access = isCurrent ? accessOf(seed, result, now) : undefined
  return { seed: ended(next ?? seed, result.owner, access, now), credential: access }
}

/** The seed after a failure, which says nothing about a token that was stored meanwhile; `undefined`: the lease is another's. */
export const failed = (
  seed: SeedRecord | undefined,
  credential: CredentialRecord | undefined,
  failure: RefreshFailure,
  nowMs: number,
): SeedRecord | undefined => {
  if (seed?.lease_owner !== failure.owner) return undefined
  const released = { ...seed, ...free }
  const isReplaced = seed.version !== failure.seed || (credential?.version ?? null) !== failure.credential
  if (isReplaced) return released
  const noted = { ...released, error: failure.error, failures: seed.failures + 1 }
  if (failure.retryInMs === null) return { ...noted, status: 'needs_reauth' }
  return { ...noted, retry_at: nowMs + failure.retryInMs }
}
