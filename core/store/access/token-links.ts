import type { IsoTime, UnixSeconds } from '../../time.ts'
import type { TenantTokenMembers, TenantTokenRecord } from './tenant-tokens.ts'

/** A link by which one person gets a tenant token of their own. The token doesn't exist before the person asks for it. */
export interface TokenLinkRecord {
  /** SHA-256 of the secret in the link, 64 lower-case hex digits. */
  readonly hash: string
  /** The first 12 digits of the hash. */
  readonly link_id: string
  readonly tenant_id: string
  /** The members of the token that the link gives. */
  readonly members: TenantTokenMembers
  readonly created_at: IsoTime
  readonly expires_at: UnixSeconds
}

/** The most links of a tenant that nobody has used yet. */
export const mostTokenLinks = 200

export interface TokenLinks {
  /** Keeps a link until it is used or expires. Removes expired ones. `false`: the tenant has `mostTokenLinks`. */
  add(link: TokenLinkRecord, now: Date): Promise<boolean>
  /** Finds a link by its secret's hash. `undefined`: it was used, was ended or has expired. */
  find(hash: string, now: Date): Promise<TokenLinkRecord | undefined>
  /** The links of a tenant that can still be used, oldest first. */
  list(tenant: string, now: Date): Promise<readonly TokenLinkRecord[]>
  /**
   * Uses the link up and registers a token with its members, in one step: of several claims of a link, one gets a token. `undefined`: it was
   * used, was ended or has expired.
   */
  claim(link: TokenLinkRecord, tokenHash: string, now: Date): Promise<TenantTokenRecord | undefined>
  /** Ends a link that nobody has used, and returns it; `undefined`: there is none. */
  end(tenant: string, linkId: string): Promise<TokenLinkRecord | undefined>
}
