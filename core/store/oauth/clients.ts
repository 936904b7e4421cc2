import type { IsoTime } from '../../time.ts'
import type { ListTotal } from '../list-total.ts'

/** An application that may ask users for access (RFC 7591, or a client ID metadata document). */
export interface OAuthClientRecord {
  /** The id, assigned at registration, or the URL of the client's metadata document. */
  readonly client_id: string
  readonly source: 'registration' | 'document'
  /** The client's own name for itself, not verified. */
  readonly client_name: string | null
  readonly redirect_uris: readonly string[]
  readonly auth_method: 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt'
  /** SHA-256 of the client's secret, 64 lower-case hex digits; `null`: it has no secret. With `private_key_jwt` nobody has the secret. */
  readonly secret_hash: string | null
  readonly created_at: IsoTime
  /** The time when a user last gave the client access; `null`: never, so it will be removed. */
  readonly used_at: IsoTime | null
}

export type NewOAuthClient = Omit<OAuthClientRecord, 'created_at' | 'used_at'>

export interface OAuthClients {
  /**
   * Stores a new client. The same step removes clients that were never used: those older than `unusedSince`, and the oldest
   * if more than `mostUnused` remain.
   */
  register(
    client: NewOAuthClient,
    how: { readonly now: Date; readonly unusedSince: Date; readonly mostUnused: number },
  ): Promise<void>
  find(clientId: string): Promise<OAuthClientRecord | undefined>
  /** By id, ascending; `after` is the last id of the previous page. */
  list(page: { readonly limit: number; readonly after?: string | undefined }): Promise<readonly OAuthClientRecord[]>
  total(): Promise<ListTotal>
  /** Removes the client with its codes and grants, in one step. `false`: no such client exists. */
  remove(clientId: string): Promise<boolean>
  /** Removes the client with its codes and grants, if a user last gave it access before the moment. */
  removeUnused(clientId: string, usedBefore: Date): Promise<boolean>
}
