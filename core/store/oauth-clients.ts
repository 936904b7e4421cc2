/** An application that may ask users for access (RFC 7591, or a client ID metadata document). */
export interface OAuthClientRecord {
  /** Ours when it registered; the document's URL when it is known by one. */
  readonly client_id: string
  readonly source: 'registration' | 'document'
  /** What it calls itself; nobody has checked that. */
  readonly client_name: string | null
  readonly redirect_uris: readonly string[]
  readonly auth_method: 'none' | 'client_secret_basic' | 'client_secret_post'
  /** SHA-256 of its secret, 64 lower-case hex digits; `null`: it has none. */
  readonly secret_hash: string | null
  /** ISO 8601, UTC. */
  readonly created_at: string
  /** When a user last gave it access; `null`: never, it is dropped in time. */
  readonly used_at: string | null
}

export type NewOAuthClient = Omit<OAuthClientRecord, 'created_at' | 'used_at'>

export interface OAuthClients {
  /**
   * Keeps a new client. In the same step those go that were never used and are older than `unusedSince`, and the oldest
   * of more than `mostUnused` others.
   */
  register(
    client: NewOAuthClient,
    how: { readonly now: Date; readonly unusedSince: Date; readonly mostUnused: number },
  ): Promise<void>
  find(clientId: string): Promise<OAuthClientRecord | undefined>
  /** By id, ascending; `after` is the last id of the page before. */
  list(page: { readonly limit: number; readonly after?: string }): Promise<readonly OAuthClientRecord[]>
  /** Removes the client with its codes and grants, in one step. `false`: there was none. */
  remove(clientId: string): Promise<boolean>
}
