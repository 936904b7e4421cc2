import type { AccountRef, CredentialRecord, NewCredential, ReplacedCredential } from './account-records.ts'
import type { Leaving } from './leaving.ts'

export interface CredentialCounts {
  readonly total: number
  readonly expiring_soon: number
  readonly expired: number
}

export interface Credentials {
  /**
   * Replaces the credential by one that an administrator has stored. The same step checks that the tenant, its provider and the account
   * exist, and marks the link that connected the account last: its identity is no longer the account's. A seed (`Seeds`) stays
   * and becomes active again.
   */
  put(
    ref: AccountRef,
    credential: NewCredential,
    now: Date,
  ): Promise<ReplacedCredential | 'TENANT_NOT_FOUND' | 'CONFIG_MISSING'>
  get(ref: AccountRef): Promise<CredentialRecord | undefined>
  /** Removes the credential and the seed of the account, and leaves a revocation. `false`: neither was stored. */
  remove(ref: AccountRef, leaving?: Leaving): Promise<boolean>
  /**
   * Counts the credentials of all tenants, for health: `expired` at `now`, and `expiring_soon` within `soonSeconds` unless
   * an active seed refreshes them.
   */
  count(now: Date, soonSeconds: number): Promise<CredentialCounts>
  /**
   * Records that the vendor rejects the credential of this version, since `rejected`, or with `null` that it accepts it.
   * `true`: with that the account begins or ceases to need re-authorization. `false`: the version has changed, this was known, or the
   * account needs it all the same, as its refresh was refused.
   */
  recordVerdict(ref: AccountRef, version: string, rejected: Date | null): Promise<boolean>
  /** Stores the same token, sealed again. `false`: the version has changed. */
  reseal(ref: AccountRef, version: string, sealed: string): Promise<boolean>
}
