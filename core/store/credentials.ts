/** Names one account of one tenant at one provider. */
export interface AccountRef {
  readonly tenant: string
  readonly provider: string
  readonly account: string
}

/** One text for an account, by which maps and logs name it: `acme/hubspot/main`. */
export const accountPath = ({ tenant, provider, account }: AccountRef): string => `${tenant}/${provider}/${account}`

/** A credential, sealed. */
export interface CredentialRecord extends AccountRef {
  /** The access token, sealed and bound to this row (`core/vault`). */
  readonly sealed: string
  readonly token_type: string
  /** Unix seconds; `null`: does not expire. */
  readonly expires_at: number | null
  /** Another one with every change, never used again. */
  readonly version: string
  /** ISO 8601, UTC. */
  readonly updated_at: string
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
   * Replaces what is stored, in one step with the check that the tenant, its provider and the account exist. A seed stays
   * (`Seeds`), and is active again.
   */
  put(ref: AccountRef, credential: NewCredential, now: Date): Promise<'stored' | 'TENANT_NOT_FOUND' | 'CONFIG_MISSING'>
  get(ref: AccountRef): Promise<CredentialRecord | undefined>
  /** Removes the credential and the seed of the account. `false`: neither was stored. */
  remove(ref: AccountRef): Promise<boolean>
  /**
   * Over all tenants, for health: `expired` at `now`, `expiring_soon` within `soonSeconds` of it, but for those that an
   * active seed refreshes.
   */
  count(now: Date, soonSeconds: number): Promise<CredentialCounts>
  /** The same token, sealed anew. `false`: the version is another one by now. */
  reseal(ref: AccountRef, version: string, sealed: string): Promise<boolean>
}
