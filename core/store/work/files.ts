/** A file that callers name by its id instead of sending its bytes. The bytes lie beside it, sealed. */
export interface FileRecord {
  /** A UUID of version 7 (RFC 9562): ordered by time. */
  readonly id: string
  readonly tenant: string
  /** The token that made it; empty: an administrator. */
  readonly token_id: string
  /** The grant of that token, whose other access tokens may use it, too; `null`: it is a tenant token. */
  readonly grant_id: string | null
  readonly name: string | null
  readonly media_type: string
  /** How many it has; while they are written, how many it may have. */
  readonly bytes: number
  /** Of its bytes, in hex; `null`: they are being written. */
  readonly sha256: string | null
  /** Unix milliseconds, as the next ones. */
  readonly created_at: number
  readonly expires_at: number
  /** Of the secret in the link for one download; `null`: there is none, or it was used. */
  readonly link_hash: string | null
  readonly link_expires_at: number | null
}

/** What one tenant's files may be at most. */
export interface FileBounds {
  readonly count: number
  readonly bytes: number
}

export interface Files {
  /**
   * Adds one whose bytes are about to be written. Where more may come than are left for its tenant it gets what is left, if `isSizeKnown`
   * is false. `undefined`: the tenant has too many files, or too many bytes.
   */
  add(record: FileRecord, isSizeKnown: boolean, bounds: FileBounds): Promise<FileRecord | undefined>
  get(id: string): Promise<FileRecord | undefined>
  /** A tenant's that have not expired, by their ids, which are ordered by time. */
  list(
    tenant: string,
    page: { readonly now: number; readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly FileRecord[]>
  /** Its bytes are written. `false`: it was removed meanwhile. */
  finish(id: string, written: Pick<FileRecord, 'bytes' | 'sha256'>): Promise<boolean>
  /** Uses a link up that holds at a time, in Unix milliseconds. */
  takeLink(hash: string, now: number): Promise<FileRecord | undefined>
  /** The file wasn't read to its end: the link can be used again. */
  giveLinkBack(id: string, hash: string): Promise<void>
  /** Keeps it until a time, in Unix milliseconds, if it would expire before. `false`: it is gone. */
  keepUntil(id: string, time: number): Promise<boolean>
  /** Those that have expired, the oldest first. */
  expired(now: number, limit: number): Promise<readonly FileRecord[]>
  remove(id: string): Promise<void>
}

/** The sealed bytes of files: in a folder beside the embedded store, in GridFS on MongoDB. */
export interface FileContents {
  /** Resolves when everything is durable. If it rejects, a part may be there. */
  write(id: string, pieces: AsyncIterable<Uint8Array>): Promise<void>
  /** Pieces of any length, each of which holds until the next one is read. Rejects, or throws while it is read, if they aren't there. */
  read(id: string): Promise<AsyncIterable<Uint8Array>>
  /** Does nothing if there are none. */
  remove(id: string): Promise<void>
  /** The ids after another one, in their order. */
  list(after: string, limit: number): Promise<readonly string[]>
}
