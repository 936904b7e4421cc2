import type { UnixMs } from '../../time.ts'

/** The action whose answer a file is, and the account at which it was called. */
export interface FileOrigin {
  readonly provider: string
  readonly account: string
  readonly action: string
}

/** A file that callers name by its id instead of sending its bytes. The bytes lie beside it, sealed. */
export interface FileRecord {
  /** A UUID of version 7 (RFC 9562): ordered by time. */
  readonly id: string
  readonly tenant: string
  /** The token that made it; empty: an administrator. */
  readonly token_id: string
  /** SHA-256 of that token, 64 lower-case hex digits; `null`: an administrator's, or of a gateway that didn't record it. */
  readonly token_hash: string | null
  /** The grant of that token, whose other access tokens may use it, too; `null`: it is a tenant token. */
  readonly grant_id: string | null
  readonly name: string | null
  readonly media_type: string
  /** `null`: it was uploaded. */
  readonly origin: FileOrigin | null
  /** How many it has; while they are written, for how many it holds room. */
  readonly bytes: number
  /** Of its bytes, in hex; `null`: they are being written. */
  readonly sha256: string | null
  readonly created_at: UnixMs
  /** While its bytes are written, this is renewed by its writer. */
  readonly expires_at: UnixMs
  /** Of the secret in the link for one download; `null`: there is none, or it was used. */
  readonly link_hash: string | null
  readonly link_expires_at: UnixMs | null
}

/** What one tenant's files may be at most. */
export interface FileBounds {
  readonly count: number
  readonly bytes: number
}

/** The room that an unfinished file wants, and the least with which it can do. */
export interface WantedRoom {
  readonly bytes: number
  readonly least: number
}

export interface Files {
  /** The time by the clock of the store, which gateways share. */
  now(): UnixMs
  /**
   * Adds one whose bytes are about to be written, with the room that it wants or what is left. `undefined`: the tenant has too many
   * files, or less room than the least. Of two that take the last room at the same moment, both may be refused.
   */
  add(record: FileRecord, least: number, bounds: FileBounds): Promise<FileRecord | undefined>
  /** Takes more room for one that `add` has added, and returns it. `undefined`: less is left than the least, or the file was removed. */
  grow(file: Pick<FileRecord, 'id' | 'tenant'>, room: WantedRoom, bounds: FileBounds): Promise<number | undefined>
  /** Lets unfinished ones live until a time. */
  renew(ids: readonly string[], until: UnixMs): Promise<void>
  /** The bytes of all tenants' files. */
  totalBytes(): Promise<number>
  get(id: string): Promise<FileRecord | undefined>
  /** A tenant's that have not expired, by their ids, which are ordered by time. */
  list(
    tenant: string,
    page: { readonly now: UnixMs; readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly FileRecord[]>
  /** Its bytes are written. `false`: it was removed meanwhile. */
  finish(id: string, written: Pick<FileRecord, 'bytes' | 'sha256' | 'expires_at'>): Promise<boolean>
  /** Uses a link up that holds at a time. */
  takeLink(hash: string, now: UnixMs): Promise<FileRecord | undefined>
  /** The file wasn't read to its end: the link can be used again. */
  giveLinkBack(id: string, hash: string): Promise<void>
  /** Keeps it until a time, if it would expire before. `false`: it is gone. */
  keepUntil(id: string, time: UnixMs): Promise<boolean>
  /** Those that have expired, the oldest first. */
  expired(now: UnixMs, limit: number): Promise<readonly FileRecord[]>
  /** Unfinished ones that their writers no longer renew. */
  lapsed(now: UnixMs, limit: number): Promise<readonly FileRecord[]>
  remove(id: string): Promise<void>
  /** Removes an unfinished one, unless its writer has renewed or finished it. Returns whether it did. */
  removeLapsed(id: string, now: UnixMs): Promise<boolean>
}

/** What a disk has. */
export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
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
  /** `undefined`: the store doesn't say. */
  space(): Promise<DiskSpace | undefined>
  /**
   * Called before something is removed: where the disk is full, gives up what is kept for the records of that. `false`: there is no need.
   * If even that is used up, the bytes that are removed first leave room for their record.
   */
  makeRoom(): Promise<boolean>
}
