/** What an administrator may set for a token; `null`: not set. */
export interface BearerTokenMembers {
  /** Whose it is, or what for. */
  readonly label: string | null
  /** Unix seconds. */
  readonly expires_at: number | null
  readonly calls_per_minute: number | null
}

/** A tenant token; only its hash is known. */
export interface BearerTokenRecord extends BearerTokenMembers {
  /** SHA-256 of the token, 64 lower-case hex digits. */
  readonly hash: string
  /** The first 12 digits of the hash: the token's name in answers and in the audit log. */
  readonly token_id: string
  readonly tenant_id: string
  readonly status: 'active'
  /** ISO 8601, UTC. */
  readonly created_at: string
}

/** `now`: milliseconds since 1970. */
export const hasExpired = ({ expires_at }: Pick<BearerTokenMembers, 'expires_at'>, now: number): boolean =>
  expires_at !== null && expires_at * 1000 <= now

export type RegisteredToken =
  | { readonly outcome: 'created' | 'exists'; readonly record: BearerTokenRecord }
  /** Another tenant has this token. */
  | { readonly outcome: 'taken' }

export interface BearerTokens {
  /**
   * Registers a token, or gives the tenant's own one the `members` that are named; the others stay. Two tenants that
   * register one token at once: one of them gets it.
   */
  register(tenant: string, hash: string, now: Date, members?: Partial<BearerTokenMembers>): Promise<RegisteredToken>
  /** The only look-up without a tenant: the token says which tenant it is. Expired ones may be found. */
  find(hash: string): Promise<BearerTokenRecord | undefined>
  /** By creation, oldest first. */
  list(tenant: string): Promise<readonly BearerTokenRecord[]>
  /** Ends the token with the codes and grants that came of it, in one step. `false`: the tenant has no such token. */
  revoke(tenant: string, tokenId: string): Promise<boolean>
}
