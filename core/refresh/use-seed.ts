import { setTimeout as sleep } from 'node:timers/promises'
import { asGatewayError } from '../errors.ts'
import type { Fetcher } from '../fetch/index.ts'
import { findDeclaredOAuth, type OAuth2 } from '../provider/index.ts'
import type { AccountRef, Claim, CredentialRecord, SeedRecord, Store } from '../store/index.ts'
import { currentMs, secondsOf, shiftTime } from '../time.ts'
import { type Vault, VaultError } from '../vault/index.ts'
import type { VendorTokenAnswer } from './authorization-server/request-token.ts'
import { grantedSecrets } from './granted-secrets.ts'
import { accessTokenBinding, type Credential, refreshTokenBinding } from './open-credential.ts'
import { openSeedClient, type SeedClient, type SeedClientParts } from './seed-client.ts'
import { buildGrant } from './seed-grant.ts'
import { readGrant, type StoredGrant } from './stored-grant.ts'
import { readSecrets, type StoredSecrets, writeSecrets } from './stored-secrets.ts'

export interface RefreshEvent {
  readonly ref: AccountRef
  /** `superseded`: the refresh worked, but a token or a seed that was stored meanwhile is kept instead. */
  readonly outcome: 'refreshed' | 'superseded' | 'refused' | 'failed'
  /** The token endpoint's error code and, behind a colon, its own words, without secrets. */
  readonly error: string | null
  /** True if the previous try ended without a result, because its process died or the store was away. */
  readonly wasInterrupted: boolean
  /** True if the account needs re-authorization from this try on. False where it did before, or a token or seed was stored meanwhile. */
  readonly beginsNeed: boolean
  /** True if the vendor had rejected the credential that a new one has replaced. */
  readonly wasRejected: boolean
  readonly durationMs: number
}

export interface RefresherParts extends SeedClientParts {
  readonly store: Pick<Store, 'seeds' | 'credentials' | 'apps' | 'tenants'>
  readonly vault: Vault
  readonly fetcher: Fetcher
  /** Called for each try. */
  readonly onRefresh: (event: RefreshEvent) => void
  /** Called for each credential that replaces another, whichever process refreshed it. */
  readonly onRenewed: (ref: AccountRef, credential: Credential) => void
}

/** The time for which a process that dies during a refresh delays the others. */
export const leaseMs = 10_000

type Claimed = Extract<Claim, { outcome: 'claimed' }>
type Granted = Extract<VendorTokenAnswer, { outcome: 'granted' }>
type Failed = Extract<VendorTokenAnswer, { outcome: 'failed' }>

/** The limit of a token request: long, because an answer that nobody waits for may hold the only valid refresh token. */
const requestMs = 30_000
const extendMs = leaseMs / 4
const storeRetryMs = 500

const firstBackOffMs = 5000
const mostBackOffMs = 900_000

/** The wait after failures: it doubles with each; the random part spreads the tries of many accounts. */
const backOffMs = (failures: number): number =>
  Math.round(Math.min(firstBackOffMs * 2 ** failures, mostBackOffMs) * (0.5 + Math.random() / 2))

const notStarted = (error: string): VendorTokenAnswer => ({ outcome: 'failed', error, refused: null, retryAfterMs: 0 })

const dayMs = 24 * 3_600_000

/** The seed's secrets and addresses; a text: the reason why they can't be used. */
const openSeed = async (
  parts: RefresherParts,
  seed: SeedRecord,
): Promise<(SeedClient & { readonly stored: StoredGrant }) | string> => {
  try {
    const [client, text] = await Promise.all([
      openSeedClient(parts, seed),
      parts.vault.open(seed.sealed_refresh_token, refreshTokenBinding(seed)),
    ])
    return { ...client, stored: readGrant(text) }
  } catch (error) {
    if (error instanceof VaultError) return 'none of the sealing keys opens the stored seed'
    if (error instanceof TypeError) return error.message
    throw error
  }
}

/** A token endpoint's answer, and the plugin's declaration of the grant. */
interface Asked {
  readonly answer: VendorTokenAnswer
  readonly declared?: OAuth2 | undefined
}

const ask = async (parts: RefresherParts, seed: SeedRecord): Promise<Asked> => {
  const opened = await openSeed(parts, seed)
  if (typeof opened === 'string') return { answer: notStarted(opened) }
  const { stored, clientSecret, tokenEndpoint } = opened
  const declared = findDeclaredOAuth(parts.authOf(seed.provider), stored.grant)
  const grant = buildGrant(stored, { client_id: seed.client_id, token_endpoint: tokenEndpoint }, declared)
  if (!grant) {
    const missing = `the stored seed is for the grant ${stored.grant}, which the provider doesn't declare: store another`
    return { answer: notStarted(missing) }
  }
  // Loads the OAuth library, which a gateway without seeds never needs.
  const { requestToken } = await import('./authorization-server/request-token.ts')
  const answer = await requestToken(parts.fetcher, {
    clientId: seed.client_id,
    clientSecret,
    tokenEndpoint,
    grant,
    clientAuth: seed.client_auth,
    endpoint: declared,
    signal: AbortSignal.timeout(requestMs),
  })
  return { answer, declared }
}

/** The secrets of the account before the refresh, as far as they can be read. */
const openBefore = async (
  { vault }: Pick<RefresherParts, 'vault'>,
  before: CredentialRecord | undefined,
): Promise<StoredSecrets | undefined> => {
  try {
    return before && readSecrets(await vault.open(before.sealed, accessTokenBinding(before)))
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

const waitMs = ({ retryAfterMs }: Failed, { failures }: SeedRecord): number =>
  Math.max(retryAfterMs, backOffMs(failures))

/**
 * True if an endpoint has refused this grant for a day, in any words, and has accepted another account's of the same client
 * meanwhile. If it accepted none, the fault may be the operator's. A key that signs assertions isn't abandoned.
 */
const isRefusedForGood = async (
  { store, vault }: Pick<RefresherParts, 'store' | 'vault'>,
  seed: SeedRecord,
  { refused }: Failed,
): Promise<boolean> => {
  const { refused_as, refused_since: since } = seed
  if (refused !== 'grant' || refused_as !== 'grant' || since === null || currentMs() - since < dayMs) return false
  const { grant } = readGrant(await vault.open(seed.sealed_refresh_token, refreshTokenBinding(seed)))
  return grant !== 'jwt_bearer' && store.seeds.hasRefreshed(seed, since)
}

/** Repeats the storing of a result, which must not get lost, until the store is back or the gateway stops. */
const untilStored = async <T>(work: () => Promise<T>, stopping: AbortSignal): Promise<T> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (asGatewayError(error).code !== 'UNAVAILABLE' || stopping.aborted) throw error
      await sleep(storeRetryMs)
    }
  }
}

/** Extends the lease until the work ends. If the store is away, the next extension tries again. */
const holdingLease = async <T>(extend: () => Promise<unknown>, work: () => Promise<T>): Promise<T> => {
  const timer = setInterval(() => {
    extend().catch(() => undefined)
  }, extendMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/**
 * Uses a seed whose lease this process holds: asks the token endpoint, and stores the result. Returns the new credential;
 * `undefined`: the refresh failed, or a credential that was stored meanwhile is kept.
 */
export const useSeed = (
  parts: RefresherParts,
  owner: string,
  { seed, credential, wasInterrupted }: Claimed,
  stopping: AbortSignal,
): Promise<Credential | undefined> => {
  const { store, vault } = parts
  const ref: AccountRef = { tenant: seed.tenant, provider: seed.provider, account: seed.account }
  const startedAt = performance.now()
  const sentAt = currentMs()

  const keep = async (granted: Granted, secrets: StoredSecrets): Promise<CredentialRecord | undefined> => {
    const { refreshToken, expiresIn, clientAuth } = granted
    const sealed = await vault.seal(writeSecrets(secrets), accessTokenBinding(ref))
    const sealed_refresh_token = refreshToken && (await vault.seal(refreshToken, refreshTokenBinding(ref)))
    // The life counts from before the request: a refresh a moment too early is better than a use a moment too late.
    const expires_at = expiresIn === null ? null : shiftTime(secondsOf(sentAt), expiresIn)
    const access = { sealed, token_type: 'Bearer', expires_at }
    const result = { owner, seed: seed.version, credential, access, sealed_refresh_token }
    return store.seeds.complete(ref, { ...result, client_auth: clientAuth }, new Date())
  }

  const tell = (event: Pick<RefreshEvent, 'outcome' | 'error' | 'beginsNeed' | 'wasRejected'>): void =>
    parts.onRefresh({ ...event, ref, wasInterrupted, durationMs: performance.now() - startedAt })

  return holdingLease(
    () => store.seeds.extend(ref, owner, leaseMs),
    async () => {
      // The credential is read before the endpoint's request, because the new tokens must be stored without delay.
      const before = await store.credentials.get(ref)
      const { answer, declared } = await ask(parts, seed)
      if (answer.outcome === 'granted') {
        const secretsBefore = await openBefore(parts, before)
        const secrets = grantedSecrets(answer, parts.authOf(seed.provider), declared, secretsBefore)
        const record = await untilStored(() => keep(answer, secrets), stopping)
        const wasRejected = record !== undefined && Boolean(before?.rejected_at)
        tell({ outcome: record ? 'refreshed' : 'superseded', error: null, beginsNeed: false, wasRejected })
        if (!record) return undefined
        const { token_type: tokenType, expires_at: expiresAt, version, handover_id: handoverId } = record
        return { ...secrets, tokenType, expiresAt, version, handoverId }
      }
      const { error } = answer
      const isFinal = answer.outcome === 'refused' || (await isRefusedForGood(parts, seed, answer))
      const refused = answer.outcome === 'refused' ? 'grant' : answer.refused
      const retryInMs = answer.outcome === 'refused' || isFinal ? null : waitMs(answer, seed)
      const failure = { owner, seed: seed.version, credential, error, refused, retryInMs }
      const beginsNeed = await store.seeds.fail(ref, failure)
      tell({ outcome: isFinal ? 'refused' : 'failed', error, beginsNeed, wasRejected: false })
      return undefined
    },
  )
}
