import type { IsoTime, UnixMs, UnixSeconds } from '../../time.ts'

/** The right that a user, or the identity provider of the user's organization, granted to a client, with every token issued under it. */
export interface GrantRecord {
  /** A UUID of version 7 (RFC 9562): ordered by time. */
  readonly grant_id: string
  readonly tenant_id: string
  readonly client_id: string
  readonly client_name: string | null
  /** The audience of its tokens (RFC 8707). */
  readonly resource: string
  /** The rights of its tokens: access patterns, separated by spaces (RFC 6749, section 3.3); `null`: all access of the tenant token. */
  readonly scope: string | null
  /** The identity provider that granted it, and the user there; `null`: a user did, with a tenant token. */
  readonly issuer: string | null
  readonly subject: string | null
  readonly created_at: IsoTime
  /** The time of the last use, to the hour. */
  readonly last_used_at: IsoTime
  /** The expiry of its newest refresh token, or of its access token if it has none. */
  readonly expires_at: UnixSeconds
}

/** A grant as it is stored, with its tokens. */
export interface GrantWithTokens extends GrantRecord {
  /** The hash of the tenant token with which the user consented; `null`: an identity provider granted it. */
  readonly bearer_hash: string | null
  /** The hash of the authorization code, or of the assertion, that was exchanged for it. */
  readonly code_hash: string
  /** The hash of the part that all its refresh tokens share. */
  readonly family: string
  /** The number of times that the refresh token was exchanged for a new one. Current refresh tokens have this generation. */
  readonly generation: number
  /** The time when the current generation began. */
  readonly rotated_at: UnixMs
  /** The access tokens, oldest first. */
  readonly access: readonly NewTokens['access'][]
  readonly refresh: readonly { readonly hash: string; readonly generation: number }[]
}

/** The hashes (SHA-256, 64 lower-case hex digits) of a pair of tokens. */
export interface NewTokens {
  readonly access: {
    readonly hash: string
    readonly expires_at: UnixSeconds
    /** The rights of this token, if fewer than its grant's; `null`: all of them. */
    readonly scope: string | null
  }
  readonly refresh: { readonly hash: string; readonly expires_at: UnixSeconds }
}

/** The members of a new grant that its authorization code doesn't hold. */
export interface NewGrant extends NewTokens {
  readonly grant_id: string
  readonly client_name: string | null
  /** The hash of the part that all refresh tokens of the grant share. */
  readonly family: string
}

/** A grant of an identity provider. It has one access token, and no refresh token: the provider decides each time. */
export interface AssertedGrant
  extends Pick<
    GrantWithTokens,
    'grant_id' | 'tenant_id' | 'client_id' | 'client_name' | 'resource' | 'scope' | 'code_hash' | 'family'
  > {
  readonly issuer: string
  readonly subject: string
  readonly access: NewTokens['access']
}

/** An access token that the OAuth server issued. Only the token's hash is stored. `scope` is the token's own or the grant's. */
export interface AccessTokenRecord
  extends Pick<
    GrantWithTokens,
    'grant_id' | 'tenant_id' | 'client_id' | 'resource' | 'scope' | 'bearer_hash' | 'last_used_at'
  > {
  readonly hash: string
  /** The first 12 digits of the hash. The audit log names the token by them. */
  readonly token_id: string
  readonly status: 'active'
  readonly expires_at: UnixSeconds
}

/** An access token as administrators look it up. */
export interface IssuedToken extends Pick<AccessTokenRecord, 'token_id' | 'bearer_hash' | 'expires_at' | 'scope'> {
  readonly grant: GrantRecord
}

/** A refresh token as it was presented. */
export interface PresentedRefreshToken {
  /** The hash of the part that names the family; `hash`: of the whole token. */
  readonly family: string
  readonly hash: string
}

/** A grant keeps at most this many tokens of a kind; beyond that, the oldest are removed. */
export const mostTokens = 50

export interface Grants {
  /**
   * Creates the grant of an assertion and marks its client as used. The same step checks that the tenant and the client exist;
   * `false`: one of them doesn't. Expired grants are removed.
   */
  issue(grant: AssertedGrant, now: Date): Promise<boolean>
  /** Finds the grant of a refresh token, even if the token is no longer current. */
  findByFamily(family: string): Promise<(GrantRecord & Pick<GrantWithTokens, 'bearer_hash'>) | undefined>
  /**
   * Checks a refresh token and adds a new pair to its grant, in one step.
   * - `refreshed`: the token was current, and all current tokens are old from now on; or it became old within `graceMs`.
   * - `reused`: the token is older, so somebody stole it. The grant is removed.
   * - `unknown`: no such grant exists.
   */
  refresh(
    presented: PresentedRefreshToken,
    tokens: NewTokens,
    how: { readonly now: Date; readonly graceMs: number },
  ): Promise<'refreshed' | 'reused' | 'unknown'>
  /** Finds an access token without its tenant, which the token determines. Also finds expired tokens. */
  findAccessToken(hash: string): Promise<AccessTokenRecord | undefined>
  /** Finds an access token and its grant by the token's id, as the audit log names it. Also finds expired tokens. */
  findByTokenId(tenant: string, tokenId: string): Promise<IssuedToken | undefined>
  /** Records that the grant was used. */
  touch(grantId: string, now: Date): Promise<void>
  /** Grants that haven't expired, oldest first; `after` is the last id of the previous page. */
  list(
    tenant: string,
    page: { readonly now: Date; readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly GrantRecord[]>
  /** Grants that were given with the tenant token and haven't expired, oldest first. */
  listOfToken(bearerHash: string, page: { readonly now: Date; readonly limit: number }): Promise<readonly GrantRecord[]>
  /** Tells whether the client has a grant that hasn't expired. */
  hasOfClient(clientId: string, now: Date): Promise<boolean>
  /** Revokes the grants that were given with the tenant token, or the one of this id. Returns the ids of those revoked. */
  revokeOfToken(bearerHash: string, grantId?: string): Promise<readonly string[]>
  /** Revokes a grant with all its tokens. `false`: the tenant has no such grant. */
  revoke(tenant: string, grantId: string): Promise<boolean>
  /** Revokes the grant that a client's code led to, and returns it. */
  revokeByCode(codeHash: string, clientId: string): Promise<GrantRecord | undefined>
  /** Revokes one access token; the grant stays. `false`: no such token exists. */
  revokeAccessToken(hash: string): Promise<boolean>
}
