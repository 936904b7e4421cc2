/** What a tenant allows a client: one consent, with all the tokens that come of it (their family). */
export interface GrantRecord {
  /** A UUID of version 7 (RFC 9562): ordered by time. */
  readonly grant_id: string
  readonly tenant_id: string
  readonly client_id: string
  readonly client_name: string | null
  /** The audience of its tokens (RFC 8707). */
  readonly resource: string
  /** ISO 8601, UTC. */
  readonly created_at: string
  /** To the hour. */
  readonly last_used_at: string
  /** Unix seconds: when its newest refresh token expires. */
  readonly expires_at: number
}

/** A grant as it is kept, with all its tokens. */
export interface KeptGrant extends GrantRecord {
  /** The hashes of the tenant token and of the code that it came from. */
  readonly bearer_hash: string
  readonly code_hash: string
  /** The hash of the part that all its refresh tokens have in common. */
  readonly family: string
  /** Counts how often refresh tokens were exchanged for new ones; the current ones have it. */
  readonly generation: number
  /** Unix milliseconds: when the current generation began. */
  readonly rotated_at: number
  /** Oldest first. */
  readonly access: readonly { readonly hash: string; readonly expires_at: number }[]
  readonly refresh: readonly { readonly hash: string; readonly generation: number }[]
}

/** A pair of tokens, by their hashes (SHA-256, 64 lower-case hex digits); times are Unix seconds. */
export interface NewTokens {
  readonly access: { readonly hash: string; readonly expires_at: number }
  readonly refresh: { readonly hash: string; readonly expires_at: number }
}

/** What is not known from the code that is claimed for it. */
export interface NewGrant extends NewTokens {
  readonly grant_id: string
  readonly client_name: string | null
  /** The hash of the part that all refresh tokens of the grant have in common. */
  readonly family: string
}

/** An access token that the OAuth server issued; only its hash is known. */
export interface AccessTokenRecord
  extends Pick<KeptGrant, 'grant_id' | 'tenant_id' | 'client_id' | 'resource' | 'bearer_hash'> {
  readonly hash: string
  /** The first 12 digits of the hash: the token's name in the audit log. */
  readonly token_id: string
  readonly status: 'active'
  /** Unix seconds. */
  readonly expires_at: number
}

/** A refresh token as it was presented. */
export interface PresentedRefreshToken {
  /** The hash of its family's part, and of the whole. */
  readonly family: string
  readonly hash: string
}

/** A grant has at most this many tokens of a kind; then the oldest go. */
export const mostTokens = 50

export interface Grants {
  /** The grant that a refresh token belongs to, current or not. */
  findByFamily(family: string): Promise<(GrantRecord & Pick<KeptGrant, 'bearer_hash'>) | undefined>
  /**
   * Gives the grant another pair for its refresh token, in one step with the check of that token. `refreshed`: it was a
   * current one, all of which are now old, or one that became old within the last `graceMs`. `reused`: it is older, so
   * it was stolen from somebody: the grant is gone. `unknown`: there is no such grant.
   */
  refresh(
    presented: PresentedRefreshToken,
    tokens: NewTokens,
    how: { readonly now: Date; readonly graceMs: number },
  ): Promise<'refreshed' | 'reused' | 'unknown'>
  /** The only look-up without a tenant: the token says which tenant it is. Expired ones may be found. */
  findAccessToken(hash: string): Promise<AccessTokenRecord | undefined>
  /** Notes that the grant was used. */
  touch(grantId: string, now: Date): Promise<void>
  /** Those that have not expired, oldest first; `after` is the last id of the page before. */
  list(
    tenant: string,
    page: { readonly now: Date; readonly limit: number; readonly after?: string },
  ): Promise<readonly GrantRecord[]>
  /** Ends a grant with all its tokens. `false`: the tenant has no such grant. */
  revoke(tenant: string, grantId: string): Promise<boolean>
  /** Ends what a client's code gave, and answers what that was. */
  revokeByCode(codeHash: string, clientId: string): Promise<GrantRecord | undefined>
  /** Ends one access token; the grant goes on. `false`: there is none. */
  revokeAccessToken(hash: string): Promise<boolean>
}
