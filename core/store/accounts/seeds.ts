import type { UnixMs } from '../../time.ts'
import type {
  AccountRef,
  ClientAuth,
  CredentialRecord,
  NewCredential,
  NewSeed,
  RefusedPart,
  SeedRecord,
} from './account-records.ts'

export interface ClaimRequest {
  /** A unique name of this attempt. */
  readonly owner: string
  /** The version of the access token to replace; `null`: there was none. */
  readonly stale: string | null
  /** True after a provider's 401; allowed once a minute for each account. */
  readonly forced: boolean
  readonly leaseMs: number
}

export type Claim =
  /** The caller holds the lease, and the store records it. `credential`: the current version of the access token. */
  | {
      readonly outcome: 'claimed'
      readonly seed: SeedRecord
      readonly credential: string | null
      readonly wasInterrupted: boolean
    }
  /** Another owner is refreshing. */
  | { readonly outcome: 'busy' }
  /** The access token was replaced already. */
  | { readonly outcome: 'renewed'; readonly credential: CredentialRecord }
  | { readonly outcome: 'needs-reauth'; readonly error: string | null }
  /** A back-off, or the minute after a forced refresh, isn't over. */
  | { readonly outcome: 'waiting'; readonly waitMs: number; readonly error: string | null }
  | { readonly outcome: 'no-seed' }

/** The answer of a token endpoint. */
export interface RefreshResult {
  readonly owner: string
  /** The versions that the refresh began with. */
  readonly seed: string
  readonly credential: string | null
  readonly access: NewCredential
  /** The new refresh token, sealed; `null`: the old one stays valid. */
  readonly sealed_refresh_token: string | null
  readonly client_auth: ClientAuth | null
}

export interface RefreshFailure {
  readonly owner: string
  /** The versions that the refresh began with. */
  readonly seed: string
  readonly credential: string | null
  readonly error: string
  /** The part that was refused; `null`: the endpoint didn't judge the request. */
  readonly refused: RefusedPart | null
  /** Whole milliseconds until the next attempt; `null`: none, as the account needs re-authorization. */
  readonly retryInMs: number | null
}

/** The application of a seed as it is now. */
export type SeedApplication = Pick<NewSeed, 'application' | 'client_id' | 'token_endpoint' | 'sealed_client_secret'>

/** OAuth seeds, one for each account. A lease ensures that only one process uses a seed at a time. */
export interface Seeds {
  /**
   * Replaces the seed, with its state and its lease, by one that an administrator has stored. The same step checks that the tenant, its
   * provider and the account exist, and marks the link that connected the account last, as `Credentials.put` does. A stored credential
   * stays, as one of this handover.
   */
  put(
    ref: AccountRef,
    seed: NewSeed,
    now: Date,
  ): Promise<'created' | 'replaced' | 'TENANT_NOT_FOUND' | 'CONFIG_MISSING'>
  get(ref: AccountRef): Promise<SeedRecord | undefined>
  /** Takes the lease for a refresh, or returns the reason why it can't. */
  claim(ref: AccountRef, request: ClaimRequest): Promise<Claim>
  /** Extends the lease. `false`: another owner holds it. */
  extend(ref: AccountRef, owner: string, leaseMs: number): Promise<boolean>
  /**
   * Stores the result of a refresh and releases the lease. The refresh token is stored only if the seed is still the one
   * that the refresh began with; the access token, only if neither of the two was replaced in the meantime. Returns the
   * stored access token; `undefined`: it was not stored.
   *
   * A lost lease doesn't prevent storing: a new refresh token must not get lost, so it is also stored first if the two
   * can't be stored at once. `owner` becomes the version of both. If this rejects, it may be half done; repeat it.
   */
  complete(ref: AccountRef, result: RefreshResult, now: Date): Promise<CredentialRecord | undefined>
  /**
   * Releases the lease and records a failure, unless another owner holds the lease or a seed or token was stored since. `true`: it is
   * recorded, and with it the account begins to need re-authorization. An account whose credential the vendor rejects needs it already.
   */
  fail(ref: AccountRef, failure: RefreshFailure): Promise<boolean>
  /** Accounts to refresh at `now`, the longest due first. Accounts that back off or need re-authorization are left out. */
  due(now: Date, limit: number): Promise<readonly AccountRef[]>
  /**
   * Stores the application that a seed uses, with the copy of it by which gateways of earlier versions refresh. `retries`: refreshes that
   * were refused or postponed are tried again at once. `false`: the seed is gone, or belongs to another client.
   */
  useApplication(ref: AccountRef, application: SeedApplication, retries: boolean): Promise<boolean>
  /** True if an endpoint has given a token for any seed of this client since that time. */
  hasRefreshed(client: Pick<SeedRecord, 'provider' | 'client_id'>, since: UnixMs): Promise<boolean>
  /** Stores the same secrets, sealed again. `false`: the version has changed. */
  reseal(
    ref: AccountRef,
    version: string,
    sealed: Pick<NewSeed, 'sealed_client_secret' | 'sealed_refresh_token'>,
  ): Promise<boolean>
}
