import type { Leaving } from './leaving.ts'

/** Names one account of one tenant at one provider. */
export interface AccountRef {
  readonly tenant: string
  readonly provider: string
  readonly account: string
}

/** The name of an account in maps and logs: `acme/hubspot/main`. */
export const accountPath = ({ tenant, provider, account }: AccountRef): string => `${tenant}/${provider}/${account}`

/** A credential, sealed. */
export interface CredentialRecord extends AccountRef {
  /** The access token, sealed and bound to this row (`core/vault`). */
  readonly sealed: string
  readonly token_type: string
  /** Unix seconds; `null`: does not expire. */
  readonly expires_at: number | null
  /** A new, unique value with every change. */
  readonly version: string
  /** ISO 8601, UTC. */
  readonly updated_at: string
  /** Since when the vendor has answered 401 for it: ISO 8601, UTC; `null`: nobody has seen that. */
  readonly rejected_at: string | null
}

export interface NewCredential {
  readonly sealed: string
  readonly token_type: string
  readonly expires_at: number | null
}

export interface CredentialCounts {
  readonly total: number
  readonly expiring_soon: number
  readonly expired: number
}

export interface Credentials {
  /**
   * Replaces the credential. The same step checks that the tenant, its provider and the account exist. A seed (`Seeds`)
   * stays and becomes active again.
   */
  put(ref: AccountRef, credential: NewCredential, now: Date): Promise<'stored' | 'TENANT_NOT_FOUND' | 'CONFIG_MISSING'>
  get(ref: AccountRef): Promise<CredentialRecord | undefined>
  /** Removes the credential and the seed of the account, and leaves a revocation. `false`: neither was stored. */
  remove(ref: AccountRef, leaving?: Leaving): Promise<boolean>
  /**
   * Counts the credentials of all tenants, for health: `expired` at `now`, and `expiring_soon` within `soonSeconds` unless
   * an active seed refreshes them.
   */
  count(now: Date, soonSeconds: number): Promise<CredentialCounts>
  /**
   * Records that the vendor rejects the credential of this version, since `rejected`, or with `null` that it takes it.
   * `false`: the version has changed, or this was known.
   */
  recordVerdict(ref: AccountRef, version: string, rejected: Date | null): Promise<boolean>
  /** Stores the same token, sealed again. `false`: the version has changed. */
  reseal(ref: AccountRef, version: string, sealed: string): Promise<boolean>
}
