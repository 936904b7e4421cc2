import type { DiskEvent } from './trace-writes.ts'

const pageBytes = 4096

interface TracedFile {
  /** Content as programs read it. */
  cache: Buffer
  /** Content that survives every power failure. */
  disk: Buffer
  /** Pages that the disk may have or not, with the content that it would have. */
  readonly dirty: Map<number, Buffer>
  /** Changes that the running syncs will bring to the disk. */
  readonly syncs: Map<number, { readonly pages: Map<number, Buffer>; readonly size: number }>
}

const grown = (buffer: Buffer, size: number): Buffer =>
  size <= buffer.length ? buffer : Buffer.concat([buffer, Buffer.alloc(size - buffer.length)])
const cut = (buffer: Buffer, size: number): Buffer => grown(buffer.subarray(0, size), size)
const pageOf = (buffer: Buffer, page: number): Buffer =>
  Buffer.from(buffer.subarray(page * pageBytes, (page + 1) * pageBytes))

/**
 * The page cache and the disk under some files, as the Linux of ext4 and XFS has them: a sync that failed leaves its pages
 * clean in the cache, and the old ones on the disk.
 */
export const createDisk = (contents: ReadonlyMap<string, Buffer>) => {
  const files = new Map<string, TracedFile>(
    [...contents].map(([name, bytes]) => [
      name,
      { cache: Buffer.from(bytes), disk: Buffer.from(bytes), dirty: new Map(), syncs: new Map() },
    ]),
  )

  const write = (file: TracedFile, offset: number, bytes: Buffer): void => {
    file.cache = grown(file.cache, offset + bytes.length)
    bytes.copy(file.cache, offset)
    const last = Math.floor((offset + bytes.length - 1) / pageBytes)
    for (let page = Math.floor(offset / pageBytes); page <= last; page++) file.dirty.set(page, pageOf(file.cache, page))
  }

  const begin = (file: TracedFile, id: number): void => {
    file.syncs.set(id, { pages: new Map(file.dirty), size: file.cache.length })
  }

  const end = (file: TracedFile, id: number, ok: boolean): void => {
    const sync = file.syncs.get(id)
    file.syncs.delete(id)
    for (const [page, bytes] of sync?.pages ?? []) {
      // A page that was written again meanwhile stays dirty.
      if (file.dirty.get(page) === bytes) file.dirty.delete(page)
      if (ok) store(file, page, bytes)
    }
    if (ok && sync) file.disk = cut(file.disk, sync.size)
  }

  const store = (file: TracedFile, page: number, bytes: Buffer): void => {
    file.disk = grown(file.disk, page * pageBytes + bytes.length)
    bytes.copy(file.disk, page * pageBytes)
  }

  return {
    apply(event: DiskEvent): void {
      const file = files.get(event.file)
      if (!file) throw new Error(`${event.file} was not there at the beginning`)
      if (event.kind === 'write') write(file, event.offset, event.bytes)
      else if (event.kind === 'sync') begin(file, event.id)
      else if (event.kind === 'synced') end(file, event.id, event.ok)
      else file.cache = cut(file.cache, event.size)
    },
    /** The files after a power failure at this moment; `survives` tells for a dirty page if the disk already had it. */
    image(survives: () => boolean): Map<string, Buffer> {
      return new Map(
        [...files].map(([name, file]) => {
          const size = survives() ? Math.max(file.cache.length, file.disk.length) : file.disk.length
          const found = { ...file, disk: Buffer.from(grown(file.disk, size)) }
          for (const [page, bytes] of file.dirty) if (survives()) store(found, page, bytes)
          return [name, found.disk]
        }),
      )
    },
  }
}
