import { hasCome, type IsoTime, type UnixMs, type UnixSeconds } from '../../time.ts'
import type { ListTotal } from '../list-total.ts'
import type { AllowEntry, AskEntry, DenyEntry } from './access-rules.ts'

/** The members of a token that an administrator may set; `null`: not set. */
export interface TenantTokenMembers {
  /** The token's user or purpose, in words. */
  readonly label: string | null
  readonly expires_at: UnixSeconds | null
  readonly calls_per_minute: number | null
  /** Rules (`core/access`) that narrow the tenant's access for callers with this token. `deny` wins. */
  readonly allow: readonly AllowEntry[] | null
  readonly deny: readonly DenyEntry[] | null
  /** Rules for calls that wait for a person's yes before they are sent. They never widen access. */
  readonly ask: readonly AskEntry[] | null
  /** The waiting calls of others that the holder may decide: access patterns. Grants never inherit it. */
  readonly approve: readonly string[] | null
}

/** A tenant token. Only the token's hash is stored. */
export interface TenantTokenRecord extends TenantTokenMembers {
  /** SHA-256 of the token, 64 lower-case hex digits. */
  readonly hash: string
  /** The first 12 digits of the hash. Answers and the audit log name the token by them. */
  readonly token_id: string
  readonly tenant_id: string
  readonly status: 'active'
  readonly created_at: IsoTime
  /** The time of the last call with the token, to the hour; `null`: never. Calls with access tokens count for their grant. */
  readonly last_used_at: IsoTime | null
}

/** The members of a token for which nothing was set. */
export const noTokenMembers: TenantTokenMembers = {
  label: null,
  expires_at: null,
  calls_per_minute: null,
  allow: null,
  deny: null,
  ask: null,
  approve: null,
}

/** True if a token has expired. `now`: milliseconds since 1970. */
export const hasTokenExpired = ({ expires_at }: Pick<TenantTokenMembers, 'expires_at'>, now: UnixMs): boolean =>
  expires_at !== null && hasCome(expires_at, now)

export type RegisteredToken =
  | { readonly outcome: 'created' | 'exists'; readonly record: TenantTokenRecord }
  /** Another tenant has this token. */
  | { readonly outcome: 'taken' }

export interface RotatedToken {
  readonly record: TenantTokenRecord
  /** The token as it was before. */
  readonly previous: TenantTokenRecord
}

export interface TenantTokenPage {
  readonly limit: number
  /** The end of the previous page. */
  readonly before?: Pick<TenantTokenRecord, 'created_at' | 'hash'> | undefined
  /** A part of the label, of the token's id or of the tenant's id, in any case. */
  readonly search?: string | undefined
}

export interface TenantTokens {
  /**
   * Registers a token. If the tenant has the token already, changes the given `members` only. If two tenants register the
   * same token at once, one of them gets it.
   */
  register(tenant: string, hash: string, now: Date, members?: Partial<TenantTokenMembers>): Promise<RegisteredToken>
  /** Finds a token without its tenant, which the token determines. Also finds expired tokens. */
  find(hash: string): Promise<TenantTokenRecord | undefined>
  findById(tenant: string, tokenId: string): Promise<TenantTokenRecord | undefined>
  /**
   * Changes the given members. `undefined`: the tenant has no such token. If `check` throws, nothing is changed, and the error is
   * passed on.
   */
  change(
    tenant: string,
    tokenId: string,
    members: Partial<TenantTokenMembers>,
    check?: (current: TenantTokenRecord) => void,
  ): Promise<TenantTokenRecord | undefined>
  /** Records that the token was used. */
  touch(hash: string, now: Date): Promise<void>
  /** Oldest first. */
  list(tenant: string): Promise<readonly TenantTokenRecord[]>
  /** The tokens of all tenants, newest first. */
  page(page: TenantTokenPage): Promise<readonly TenantTokenRecord[]>
  /** Counts the tokens on all these pages. */
  total(filter: Pick<TenantTokenPage, 'search'>): Promise<ListTotal>
  /**
   * Registers another token with the same members, in one step with the end of this one: it expires at `endsAt` (Unix seconds), if not
   * earlier. The other token expires as late as this one would have. `undefined`: the tenant has no such token. If `check` throws, nothing
   * is changed, and the error is passed on.
   */
  rotate(
    tenant: string,
    tokenId: string,
    next: { readonly hash: string; readonly endsAt: UnixSeconds; readonly now: Date },
    check?: (current: TenantTokenRecord) => void,
  ): Promise<RotatedToken | undefined>
  /** Revokes the token, with the codes and grants made with it, in one step. `false`: the tenant has no such token. */
  revoke(tenant: string, tokenId: string): Promise<boolean>
  /**
   * Removes tokens that expired before the moment, with the codes and grants made with them. Checks at most `limit`, and returns
   * the number checked; fewer than `limit`: none is left.
   */
  prune(before: Date, limit: number): Promise<number>
}
