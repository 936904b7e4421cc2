import type {
  AccountRef,
  Claim,
  ClaimRequest,
  CredentialRecord,
  NewSeed,
  RefreshFailure,
  RefreshResult,
  SeedApplication,
  SeedRecord,
} from '@patchbay/core/store'
import {
  asUnixMs,
  asUnixSeconds,
  exactSecondsOf,
  isoTime,
  msOf,
  shiftTime,
  type UnixMs,
  type UnixSeconds,
} from '@patchbay/core/time'

/** The state of a seed after each operation of the port: pure functions, shared by both drivers. Times are the store's. */

const forcedEveryMs = 60_000
/** The longest back-off that a token endpoint can ask for (`core/refresh/authorization-server/request-token.ts`). */
const mostBackOffMs = 3_600_000
/** The longest time before its expiry at which a token is refreshed. */
const mostAheadSeconds = 600

/**
 * The time at which to refresh a token: in the last quarter of its life, at most ten minutes before its expiry. The time is drawn at
 * random, so that tokens stored together don't come due together.
 */
const dueAt = (expiresAt: UnixSeconds | null, now: Date): UnixSeconds | null => {
  if (expiresAt === null) return null
  const ahead = Math.min((expiresAt - exactSecondsOf(now)) / 4, mostAheadSeconds)
  return asUnixSeconds(Math.floor(expiresAt - Math.max(0, ahead) * (0.5 + Math.random() / 2)))
}

const rested = {
  status: 'active',
  error: null,
  failures: 0,
  retry_at: null,
  refused_as: null,
  refused_since: null,
} as const
const free = { lease_owner: null, lease_until: asUnixMs(0) } as const

const toExpiry = (expiresAt: UnixSeconds | null, now: Date) => ({
  expires_at: expiresAt,
  due_at: dueAt(expiresAt, now),
})

/** A new handover id: records that share it are of one owner from now on. */
export const newHandover = (): string => crypto.randomUUID()

/** A seed that was just put. `credential`: the stored access token. */
export const freshSeed = (
  { tenant, provider, account }: AccountRef,
  { application, client_id, token_endpoint, sealed_client_secret, sealed_refresh_token }: NewSeed,
  credential: Pick<CredentialRecord, 'expires_at'> | undefined,
  handover_id: string,
  now: Date,
): SeedRecord => ({
  tenant,
  provider,
  account,
  handover_id,
  application,
  client_id,
  token_endpoint,
  sealed_client_secret,
  sealed_refresh_token,
  version: crypto.randomUUID(),
  client_auth: null,
  ...rested,
  refreshed_at: null,
  forced_at: null,
  ...free,
  ...toExpiry(credential ? credential.expires_at : asUnixSeconds(0), now),
  updated_at: isoTime(now),
})

/**
 * The seed after a token was stored by hand. A running refresh keeps its lease: nobody else may use the refresh token
 * meanwhile.
 */
export const withToken = (
  seed: SeedRecord,
  { expires_at, handover_id }: Pick<CredentialRecord, 'expires_at' | 'handover_id'>,
  now: Date,
): SeedRecord => ({
  ...seed,
  ...rested,
  handover_id,
  forced_at: null,
  ...toExpiry(expires_at, now),
})

/** A lease that ends later than possible was taken before the clock was set back, and doesn't count. */
const isLeased = ({ lease_owner, lease_until }: SeedRecord, leaseMs: number, nowMs: UnixMs): boolean =>
  lease_owner !== null && lease_until > nowMs && lease_until <= nowMs + leaseMs

/** Milliseconds until `until`. 0 if that is further away than possible: it was stored before the clock was set back. */
const leftMs = (until: UnixMs, mostMs: number, nowMs: UnixMs): number =>
  until <= nowMs + mostMs ? Math.max(0, until - nowMs) : 0

/** Decides a claim. If it is `claimed`, the caller stores the returned seed. */
export const decideClaim = (
  seed: SeedRecord | undefined,
  credential: CredentialRecord | undefined,
  { owner, stale, forced, leaseMs }: ClaimRequest,
  nowMs: UnixMs,
): Claim => {
  if (!seed) return { outcome: 'no-seed' }
  if (credential && credential.version !== stale) return { outcome: 'renewed', credential }
  const { error } = seed
  if (seed.status === 'needs_reauth') return { outcome: 'needs-reauth', error }
  if (isLeased(seed, leaseMs, nowMs)) return { outcome: 'busy' }
  const backOffMs = leftMs(seed.retry_at ?? asUnixMs(0), mostBackOffMs, nowMs)
  const mayForceAt = seed.forced_at === null ? asUnixMs(0) : shiftTime(seed.forced_at, forcedEveryMs)
  const minuteMs = leftMs(mayForceAt, forcedEveryMs, nowMs)
  const waitMs = Math.max(backOffMs, forced ? minuteMs : 0)
  if (waitMs > 0) return { outcome: 'waiting', waitMs, error }
  return {
    outcome: 'claimed',
    seed: {
      ...seed,
      lease_owner: owner,
      lease_until: shiftTime(nowMs, leaseMs),
      forced_at: forced ? nowMs : seed.forced_at,
    },
    credential: credential?.version ?? null,
    wasInterrupted: seed.lease_owner !== null,
  }
}

/**
 * The seed after a token endpoint answered; `undefined`: the seed was replaced in the meantime. Its version becomes the name
 * of the attempt, so that storing can be repeated.
 */
export const withRefreshToken = (seed: SeedRecord, result: RefreshResult, now: Date): SeedRecord | undefined => {
  if (seed.version === result.owner) return seed
  if (seed.version !== result.seed) return undefined
  return {
    ...seed,
    // Another attempt with the previous refresh token may have recorded a failure.
    ...rested,
    version: result.owner,
    client_auth: result.client_auth,
    refreshed_at: msOf(now),
    sealed_refresh_token: result.sealed_refresh_token ?? seed.sealed_refresh_token,
    updated_at: isoTime(now),
  }
}

/** The access token from a refresh. */
export const buildRefreshedCredential = (
  { tenant, provider, account, handover_id }: Pick<SeedRecord, keyof AccountRef | 'handover_id'>,
  { owner, access: { sealed, token_type, expires_at } }: RefreshResult,
  now: Date,
): CredentialRecord => ({
  tenant,
  provider,
  account,
  sealed,
  token_type,
  expires_at,
  version: owner,
  updated_at: isoTime(now),
  rejected_at: null,
  handover_id,
})

/** The seed at the end of a refresh. `access`: the stored token; `undefined`: none was stored, as it was replaced before. */
export const endRefresh = (
  seed: SeedRecord,
  owner: string,
  access: Pick<CredentialRecord, 'expires_at'> | undefined,
  now: Date,
): SeedRecord => ({
  ...seed,
  ...(seed.lease_owner === owner && free),
  ...(access && { ...rested, ...toExpiry(access.expires_at, now) }),
})

/** True if two versions of a seed differ at most in their lease. */
export const isSameSeed = (one: SeedRecord, other: SeedRecord): boolean =>
  Bun.deepEquals({ ...one, ...free }, { ...other, ...free })

/** The seed and the access token after a refresh. No access token: the stored one stays. */
export const completeRefresh = (
  seed: SeedRecord | undefined,
  credential: CredentialRecord | undefined,
  result: RefreshResult,
  now: Date,
): { seed: SeedRecord; credential: CredentialRecord | undefined } | undefined => {
  if (!seed) return undefined
  const next = withRefreshToken(seed, result, now)
  const version = credential?.version ?? null
  const isCurrent = next && (version === result.credential || version === result.owner)
  const access = isCurrent ? buildRefreshedCredential(seed, result, now) : undefined
  return { seed: endRefresh(next ?? seed, result.owner, access, now), credential: access }
}

/** The start of the endpoint's unbroken refusals. A failure in between, in which it judged nothing, changes nothing. */
const noteRefusal = (
  { refused_as, refused_since }: SeedRecord,
  { refused }: RefreshFailure,
  nowMs: UnixMs,
): Pick<SeedRecord, 'refused_as' | 'refused_since'> => {
  if (refused === null) return { refused_as, refused_since }
  return { refused_as: refused, refused_since: refused === refused_as ? (refused_since ?? nowMs) : nowMs }
}

/** The seed with its application as that is now; `undefined`: it is of another client. */
export const withApplication = (
  seed: SeedRecord,
  { application, client_id, token_endpoint, sealed_client_secret }: SeedApplication,
  retries: boolean,
): SeedRecord | undefined =>
  seed.client_id === client_id && (seed.application === null || seed.application === application)
    ? { ...seed, application, token_endpoint, sealed_client_secret, ...(retries && rested) }
    : undefined

/**
 * The seed after a failure, and whether the account needs re-authorization from now on; `undefined`: another owner holds the lease.
 * A token stored in the meantime isn't affected.
 */
export const failRefresh = (
  seed: SeedRecord | undefined,
  credential: CredentialRecord | undefined,
  failure: RefreshFailure,
  nowMs: UnixMs,
): { readonly seed: SeedRecord; readonly beginsNeed: boolean } | undefined => {
  if (seed?.lease_owner !== failure.owner) return undefined
  const released = { ...seed, ...free }
  const isReplaced = seed.version !== failure.seed || (credential?.version ?? null) !== failure.credential
  if (isReplaced) return { seed: released, beginsNeed: false }
  const noted = { ...released, error: failure.error, failures: seed.failures + 1, ...noteRefusal(seed, failure, nowMs) }
  if (failure.retryInMs !== null) {
    return { seed: { ...noted, retry_at: shiftTime(nowMs, failure.retryInMs) }, beginsNeed: false }
  }
  const needed = seed.status === 'needs_reauth' || Boolean(credential?.rejected_at)
  return { seed: { ...noted, status: 'needs_reauth' }, beginsNeed: !needed }
}
