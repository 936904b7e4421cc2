/** A tenant's static bearer token; only its hash is known (specification, section 2.2). */
export interface BearerTokenRecord {
  /** SHA-256 of the token, 64 lower-case hex digits. */
  readonly hash: string
  /** The first 12 digits of the hash: the token's name in answers and in the audit log. */
  readonly token_id: string
  readonly tenant_id: string
  readonly status: 'active'
  /** ISO 8601, UTC. */
  readonly created_at: string
}

export interface BearerTokens {
  /** `taken`: another tenant has this token. Two tenants that register one token at once: one of them gets it. */
  register(tenant: string, hash: string, now: Date): Promise<'created' | 'exists' | 'taken'>
  /** The only look-up without a tenant: the token says which tenant it is. */
  find(hash: string): Promise<BearerTokenRecord | undefined>
  /** By creation, oldest first. */
  list(tenant: string): Promise<readonly BearerTokenRecord[]>
  /** Ends the token with the codes and grants that came of it, in one step. `false`: the tenant has no such token. */
  revoke(tenant: string, tokenId: string): Promise<boolean>
}
