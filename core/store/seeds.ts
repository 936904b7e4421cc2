import type { AccountRef, CredentialRecord, NewCredential } from './credentials.ts'

/** How a client proves itself at a token endpoint: by HTTP Basic, or in the body (RFC 6749, section 2.3.1). */
export type ClientAuth = 'basic' | 'post'

export interface NewSeed {
  readonly client_id: string
  readonly token_endpoint: string
  /** Sealed and bound to this row, each under its own field. */
  readonly sealed_client_secret: string
  readonly sealed_refresh_token: string
}

/** What refreshes an account's access token, and how the last refresh went. */
export interface SeedRecord extends AccountRef, NewSeed {
  /** Another one with every `put` and every refresh token; never used again. */
  readonly version: string
  /** What the token endpoint took last; `null`: not known yet. */
  readonly client_auth: ClientAuth | null
  /** `needs_reauth`: the refresh token is dead; nothing is tried until a seed or a token is stored. */
  readonly status: 'active' | 'needs_reauth'
  /** Why the last try failed, e.g. `invalid_grant`; `null`: it didn't. */
  readonly error: string | null
  /** Failed tries since the last that worked. */
  readonly failures: number
  /** Unix milliseconds by the store's clock, as all that follow; no try before. `null`: at once. */
  readonly retry_at: number | null
  /** When a provider's 401 last led to a refresh. */
  readonly forced_at: number | null
  /** Who refreshes, or died while it did: written before the token request and taken away with its result. */
  readonly lease_owner: string | null
  readonly lease_until: number
  /** The stored access token's expiry, Unix seconds; `null`: it has none, 0: there is no token. */
  readonly expires_at: number | null
  /** When to refresh ahead of that, Unix seconds; `null`: never. */
  readonly due_at: number | null
  /** ISO 8601, UTC. */
  readonly updated_at: string
}

export interface ClaimRequest {
  /** Names the one try that asks; another one for each. */
  readonly owner: string
  /** The version of the access token that is to be replaced; `null`: there was none. */
  readonly stale: string | null
  /** After a provider's 401: once a minute and account. */
  readonly forced: boolean
  readonly leaseMs: number
}

export type Claim =
  /** The lease is the asker's, and its intent is written down. `credential`: the version of the access token now. */
  | {
      readonly outcome: 'claimed'
      readonly seed: SeedRecord
      readonly credential: string | null
      readonly wasInterrupted: boolean
    }
  /** Somebody else refreshes. */
  | { readonly outcome: 'busy' }
  /** The access token isn't the stale one any more. */
  | { readonly outcome: 'renewed'; readonly credential: CredentialRecord }
  | { readonly outcome: 'needs-reauth'; readonly error: string | null }
  /** A back-off, or (forced) the minute, isn't over. */
  | { readonly outcome: 'waiting'; readonly waitMs: number; readonly error: string | null }
  | { readonly outcome: 'no-seed' }

/** What a token endpoint gave. */
export interface RefreshResult {
  readonly owner: string
  /** Versions that the refresh began with. */
  readonly seed: string
  readonly credential: string | null
  readonly access: NewCredential
  /** The new refresh token, sealed; `null`: the old one goes on. */
  readonly sealed_refresh_token: string | null
  readonly client_auth: ClientAuth
}

export interface RefreshFailure {
  readonly owner: string
  /** Versions that the refresh began with. */
  readonly seed: string
  readonly credential: string | null
  readonly error: string
  /** Whole milliseconds until the next try; `null`: there is none, the account needs re-authorization. */
  readonly retryInMs: number | null
}

/** OAuth seeds, one an account, each with the lease that lets one process at a time use it. */
export interface Seeds {
  /**
   * Replaces what is stored, with its state and its lease, in one step with the check that the tenant, its provider and
   * the account exist.
   */
  put(
    ref: AccountRef,
    seed: NewSeed,
    now: Date,
  ): Promise<'created' | 'replaced' | 'TENANT_NOT_FOUND' | 'CONFIG_MISSING'>
  get(ref: AccountRef): Promise<SeedRecord | undefined>
  /** Takes the lease of an account, and with it writes down the intent to refresh; or says why not. */
  claim(ref: AccountRef, request: ClaimRequest): Promise<Claim>
  /** Holds the lease for longer. `false`: it is another's. */
  extend(ref: AccountRef, owner: string, leaseMs: number): Promise<boolean>
  /**
   * Stores the result of a refresh and gives the lease back. The refresh token only over the seed that the refresh began
   * with, the access token only if neither was replaced meanwhile. Answers the stored access token; `undefined`:
   * another one has won. A lease that was lost doesn't matter: a refresh token that was given must not get lost, and is
   * stored first where the two can't be stored at once. `owner` becomes the version of both: what rejects may have been
   * done in part, and is completed when it is repeated.
   */
  complete(ref: AccountRef, result: RefreshResult, now: Date): Promise<CredentialRecord | undefined>
  /** Gives the lease back and notes a failure, unless another has the lease or a seed or token was stored meanwhile. */
  fail(ref: AccountRef, failure: RefreshFailure): Promise<void>
  /** Accounts to refresh at `now`, the longest due first: not those that back off or need re-authorization. */
  due(now: Date, limit: number): Promise<readonly AccountRef[]>
  /** The same secrets, sealed anew. `false`: the version is another one by now. */
  reseal(
    ref: AccountRef,
    version: string,
    sealed: Pick<NewSeed, 'sealed_client_secret' | 'sealed_refresh_token'>,
  ): Promise<boolean>
}
