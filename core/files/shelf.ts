import { randomBytes } from 'node:crypto'
import { type Asker, isKeptFor } from '../context/index.ts'
import { createTenantDigests } from '../effects/index.ts'
import { GatewayError } from '../errors.ts'
import { type FileOrigin, type FileRecord, hashToken, type Store } from '../store/index.ts'
import { shiftTime, type UnixMs } from '../time.ts'
import type { Vault } from '../vault/index.ts'
import { createCollecting } from './collecting.ts'
import { createFileLeases } from './file-leases.ts'
import { createFileRemoval, type FileRemoval } from './file-removal.ts'
import { createFileRoom, type FileLimits } from './file-room.ts'
import { freeing } from './freeing.ts'
import { openFile, type SealedPlace, sealFile } from './seal-file.ts'
import { isKeptFile, type KeptFile } from './show-file.ts'

export interface FileShelfParts extends FileLimits {
  readonly store: Pick<Store, 'files' | 'fileContents' | 'tenantSecrets' | 'changes'>
  readonly vault: Vault
  /** The base of links. */
  readonly baseUrl: () => string
  readonly now?: () => UnixMs
}

/** The facts of a file before its bytes come. */
export interface NewFile {
  readonly name: string | null
  readonly mediaType: string
  /** The number of bytes, if it is known. */
  readonly length?: number | undefined
  /** The call that answered with the file; left out: it is uploaded. */
  readonly origin?: FileOrigin
  /** True to make a link for one download. */
  readonly hasLink?: boolean
}

export interface FileShelf extends Omit<FileRemoval, 'forget'> {
  /**
   * Stores bytes as a sealed file for a day. Throws PAYLOAD_TOO_LARGE, RATE_LIMITED if the tenant has too many, and UNAVAILABLE if there is no
   * room for anybody's file; then nothing is left of it. `url`: the file's link.
   */
  keep(
    owner: Asker,
    about: NewFile,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<{ readonly file: KeptFile; readonly url: string | undefined }>
  /** A file, perhaps unfinished. Throws NOT_FOUND also for a file of another token. */
  find(id: string, owner: Asker): Promise<FileRecord>
  /** Throws NOT_FOUND also for a file of another token, and CONFLICT for an unfinished one. */
  findKeptFile(id: string, owner: Asker): Promise<KeptFile>
  /** The bytes of a file. Throws, at once or while they are read, if they are gone or were changed. */
  read(file: KeptFile): Promise<AsyncIterable<Uint8Array>>
  /** Keeps files for at least `ms` milliseconds. Throws NOT_FOUND if one is gone. */
  keepFor(ids: readonly string[], ms: number): Promise<void>
  /** Throws NOT_FOUND also for a file of another token. */
  remove(id: string, owner: Asker): Promise<FileRecord>
  /** All files of a tenant, of any token, oldest first. */
  list(
    tenant: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly FileRecord[]>
  /** Removes a tenant's file, of any token. `false`: there is none. */
  removeOf(tenant: string, id: string): Promise<boolean>
  /** Uses a link up; `giveBack` makes it valid again. Throws NOT_FOUND. */
  takeLink(secret: string): Promise<{ readonly file: KeptFile; giveBack(): Promise<void> }>
  /** Makes room for the record of a removal if the disk is full. `false`: there was no need. */
  makeRoom(): Promise<boolean>
}

const retentionMs = 24 * 3_600_000
const linkMs = 10 * 60_000

const noFile = (): GatewayError =>
  new GatewayError(
    'NOT_FOUND',
    'There is no such file of this token: it may have expired, after a day, or been removed',
  )

const unfinished = (): GatewayError =>
  new GatewayError('CONFLICT', 'The file is unfinished: its bytes are still being sent')

/** The record of a file whose bytes are still to come. */
const buildRecord = (
  { tenant, tokenId, tokenHash, grantId }: Asker,
  { name, mediaType, origin }: NewFile,
  {
    at,
    expires_at,
    secret,
  }: Pick<FileRecord, 'expires_at'> & { readonly at: UnixMs; readonly secret: string | undefined },
): FileRecord => ({
  id: Bun.randomUUIDv7('hex', at),
  tenant,
  token_id: tokenId,
  token_hash: tokenHash,
  grant_id: grantId ?? null,
  name,
  media_type: mediaType,
  origin: origin ?? null,
  bytes: 0,
  sha256: null,
  created_at: at,
  expires_at,
  link_hash: secret === undefined ? null : hashToken(secret),
  link_expires_at: secret === undefined ? null : shiftTime(at, linkMs),
})

/** Counts and digests the bytes of a file on their way. `grow` is called where they take more room than was reserved. */
const createCounting = (reserved: number, grow: (bytes: number) => Promise<number>) => {
  const hasher = new Bun.CryptoHasher('sha256')
  let [count, reservedBytes] = [0, reserved]
  return {
    async *pass(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const some of bytes) {
        count += some.length
        if (count > reservedBytes) reservedBytes = await grow(count)
        hasher.update(some)
        yield some
      }
    },
    end: () => ({ bytes: count, sha256: hasher.digest('hex') }),
  }
}

export const createFileShelf = ({
  store: { files, fileContents, ...store },
  vault,
  baseUrl,
  now = files.now,
  ...limits
}: FileShelfParts): FileShelf => {
  const digestsOf = createTenantDigests(store, vault)
  const collecting = createCollecting()
  const room = createFileRoom({ ...limits, files, fileContents })
  const leases = createFileLeases(files, now)
  const removal = createFileRemoval({ files, fileContents, now })

  const placeOf = async ({ tenant, id }: FileRecord): Promise<SealedPlace> => ({
    key: (await digestsOf(tenant)).key('file', id),
    tenant,
    id,
  })

  const write = async (file: FileRecord, bytes: AsyncIterable<Uint8Array>): Promise<KeptFile> => {
    const counting = createCounting(file.bytes, (count) => room.grow(file, count))
    // The store copies the sealed pieces; without freeing, they would leave as much garbage as the file has bytes.
    await fileContents.write(file.id, freeing(sealFile(await placeOf(file), counting.pass(collecting(bytes)))))
    const written = { ...counting.end(), expires_at: shiftTime(now(), retentionMs) }
    if (!(await files.finish(file.id, written))) throw noFile()
    return { ...file, ...written }
  }

  const find = async (id: string, owner: Asker): Promise<FileRecord> => {
    const file = await files.get(id)
    if (!file || file.expires_at <= now() || !isKeptFor(file, owner)) throw noFile()
    return file
  }

  return {
    async keep(owner, about, bytes) {
      const at = now()
      const secret = about.hasLink ? randomBytes(32).toString('base64url') : undefined
      const record = buildRecord(owner, about, { at, expires_at: leases.until, secret })
      const added = await room.begin(record, about.length)
      leases.begin(added.id)
      try {
        const file = await write(added, bytes)
        return { file, url: secret === undefined ? undefined : `${baseUrl()}/files/${secret}` }
      } catch (error) {
        // A file that can't be removed now expires.
        await removal.forget(added.id).catch(() => undefined)
        throw error
      } finally {
        leases.end(added.id)
      }
    },
    find,
    async findKeptFile(id, owner) {
      const file = await find(id, owner)
      if (!isKeptFile(file)) throw unfinished()
      return file
    },
    read: async (file) => openFile(await placeOf(file), collecting(await fileContents.read(file.id))),
    async keepFor(ids, ms) {
      for (const id of ids) if (!(await files.keepUntil(id, shiftTime(now(), ms)))) throw noFile()
    },
    async remove(id, owner) {
      const file = await find(id, owner)
      await removal.forget(id)
      return file
    },
    list: (tenant, page) => files.list(tenant, { now: now(), ...page }),
    async removeOf(tenant, id) {
      if ((await files.get(id))?.tenant !== tenant) return false
      await removal.forget(id)
      return true
    },
    async takeLink(secret) {
      const hash = hashToken(secret)
      const file = await files.takeLink(hash, now())
      if (!isKeptFile(file))
        throw new GatewayError('NOT_FOUND', 'This link is not valid: it holds for one download, and for ten minutes')
      return { file, giveBack: () => files.giveLinkBack(file.id, hash) }
    },
    makeRoom: fileContents.makeRoom,
    forgetExpired: removal.forgetExpired,
    forgetLapsed: removal.forgetLapsed,
    forgetStray: removal.forgetStray,
  }
}
