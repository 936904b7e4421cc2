import type { UnixMs } from '../../time.ts'

/** The action whose answer a file is, and the account at which it was called. */
export interface FileOrigin {
  readonly provider: string
  readonly account: string
  readonly action: string
}

/** A file that callers name by its id instead of sending its bytes. The sealed bytes are stored separately. */
export interface FileRecord {
  /** A UUID of version 7 (RFC 9562): ordered by time. */
  readonly id: string
  readonly tenant: string
  /** The token that made the file; empty: an administrator. */
  readonly token_id: string
  /** SHA-256 of that token, 64 lower-case hex digits; `null`: an administrator's, or of a gateway that didn't record it. */
  readonly token_hash: string | null
  /** The grant of that token, whose other access tokens may use the file, too; `null`: it is a tenant token. */
  readonly grant_id: string | null
  readonly name: string | null
  readonly media_type: string
  /** The origin of the file; `null`: it was uploaded. */
  readonly origin: FileOrigin | null
  /** The number of bytes; while they are written, the room that the file holds. */
  readonly bytes: number
  /** SHA-256 of the content in hex; `null` while it is being written. */
  readonly sha256: string | null
  readonly created_at: UnixMs
  /** The expiry, which the writer renews while it writes the bytes. */
  readonly expires_at: UnixMs
  /** The hash of the secret in the link for one download; `null`: there is none, or it was used. */
  readonly link_hash: string | null
  readonly link_expires_at: UnixMs | null
}

/** The bounds of one tenant's files. */
export interface FileBounds {
  readonly count: number
  readonly bytes: number
}

/** The room that an unfinished file wants, and the least that it accepts. */
export interface WantedRoom {
  readonly bytes: number
  readonly least: number
}

export interface Files {
  /** The time by the clock of the store, which gateways share. */
  now(): UnixMs
  /**
   * Adds a file whose bytes are about to be written, with the room that it wants or the rest. `undefined`: the tenant has too many
   * files, or less room than the least. If two take the last room at the same moment, both may be refused.
   */
  add(record: FileRecord, least: number, bounds: FileBounds): Promise<FileRecord | undefined>
  /** Takes more room for an unfinished file, and returns it. `undefined`: less is left than the least, or the file was removed. */
  grow(file: Pick<FileRecord, 'id' | 'tenant'>, room: WantedRoom, bounds: FileBounds): Promise<number | undefined>
  /** Extends the leases of unfinished files until a time. */
  renew(ids: readonly string[], until: UnixMs): Promise<void>
  /** The bytes of all tenants' files. */
  totalBytes(): Promise<number>
  get(id: string): Promise<FileRecord | undefined>
  /** A tenant's files that have not expired, by their ids, which are ordered by time. */
  list(
    tenant: string,
    page: { readonly now: UnixMs; readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly FileRecord[]>
  /** Marks a file as complete. `false`: it was removed meanwhile. */
  finish(id: string, written: Pick<FileRecord, 'bytes' | 'sha256' | 'expires_at'>): Promise<boolean>
  /** Uses up a link that is valid at a time, and returns its file. */
  takeLink(hash: string, now: UnixMs): Promise<FileRecord | undefined>
  /** Makes a link valid again, as its file wasn't read to the end. */
  giveLinkBack(id: string, hash: string): Promise<void>
  /** Keeps a file until a time, if it would expire before. `false`: it is gone. */
  keepUntil(id: string, time: UnixMs): Promise<boolean>
  /** The expired files, the oldest first. */
  expired(now: UnixMs, limit: number): Promise<readonly FileRecord[]>
  /** The unfinished files that their writers no longer renew. */
  lapsed(now: UnixMs, limit: number): Promise<readonly FileRecord[]>
  remove(id: string): Promise<void>
  /** Removes an unfinished file, unless its writer has renewed or finished it. Returns true if it was removed. */
  removeLapsed(id: string, now: UnixMs): Promise<boolean>
}

/** The space of a disk. */
export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** The sealed bytes of files: in a folder beside the embedded store, in GridFS on MongoDB. */
export interface FileContents {
  /** Writes a file's bytes; resolves when they are durable. If it rejects, a part may be stored. */
  write(id: string, pieces: AsyncIterable<Uint8Array>): Promise<void>
  /** Pieces of any length, each valid until the next one is read. Rejects, or throws while it is read, if the bytes are missing. */
  read(id: string): Promise<AsyncIterable<Uint8Array>>
  /** Removes a file's bytes, if there are any. */
  remove(id: string): Promise<void>
  /** The ids after the given one, in their order. */
  list(after: string, limit: number): Promise<readonly string[]>
  /** The space of the disk; `undefined`: the store doesn't say. */
  space(): Promise<DiskSpace | undefined>
  /**
   * Frees the reserve for records of removals if the disk is full; called before a removal. `false`: there is no need.
   * If even the reserve is used up, the bytes that are removed first leave room for their record.
   */
  makeRoom(): Promise<boolean>
}
