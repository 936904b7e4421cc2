import { GatewayError } from '../errors.ts'
import { inBackground } from '../in-background.ts'
import type { FileBounds, FileContents, FileRecord, Files } from '../store/index.ts'

export interface FileLimits {
  /** `MAX_FILE_BYTES` */
  readonly maxFileBytes: number
  /** `MAX_FILES_BYTES_PER_TENANT` */
  readonly maxTenantFileBytes: number
  /** `MAX_FILES_BYTES` */
  readonly maxFilesBytes: number
  /** `MIN_FREE_BYTES`; `null`: by the size of the disk. */
  readonly minFreeBytes: number | null
}

/** The room of files, which is taken as their bytes come: an announced length takes no room from others. */
export interface FileRoom {
  /** Adds an unfinished file with room for its first bytes. `length`: the announced bytes. */
  begin(file: FileRecord, length: number | undefined): Promise<FileRecord>
  /** Takes room for the first `count` bytes of a file and some more. Returns the bytes that have room. */
  grow(file: FileRecord, count: number): Promise<number>
}

/** The bytes of room taken ahead, so that not each piece of a file waits for the store. */
const aheadBytes = 2 ** 20
const mostFiles = 1000
/** The interval at which the sum of all files is read. */
const sumMs = 5000
const largestReserve = 2 ** 30
const retryAfter = 60

const tooLarge = (maxBytes: number): GatewayError =>
  new GatewayError(
    'PAYLOAD_TOO_LARGE',
    `The file is larger than the ${maxBytes} bytes of MAX_FILE_BYTES, which the operator sets`,
  )

const noRoom = (maxBytes: number): GatewayError =>
  new GatewayError(
    'RATE_LIMITED',
    `The tenant has ${mostFiles} files, or would have more than ${maxBytes} bytes in them; remove some, or wait until they expire`,
    { retryAfter },
  )

const noRoomForAnybody = (why: string): GatewayError =>
  new GatewayError('UNAVAILABLE', `The gateway takes no files at the moment: ${why}; try again later`, { retryAfter })

/** A sum that is at most `sumMs` old. */
const createRecentSum = (files: Pick<Files, 'totalBytes'>): (() => Promise<number>) => {
  let [sum, until] = [Promise.resolve(0), 0]
  return () => {
    if (performance.now() >= until) {
      until = performance.now() + sumMs
      sum = files.totalBytes()
      const summed = sum.catch(() => {
        until = 0
      })
      inBackground(summed, 'sum_files')
    }
    return sum
  }
}

interface FileRoomParts extends FileLimits {
  readonly files: Pick<Files, 'add' | 'get' | 'grow' | 'totalBytes'>
  readonly fileContents: Pick<FileContents, 'space'>
}

/** Throws PAYLOAD_TOO_LARGE, RATE_LIMITED if the tenant has too much, and UNAVAILABLE if all tenants together have, or the disk is nearly full. */
export const createFileRoom = ({
  files,
  fileContents,
  maxFileBytes,
  maxTenantFileBytes,
  maxFilesBytes,
  minFreeBytes,
}: FileRoomParts): FileRoom => {
  const bounds: FileBounds = { count: mostFiles, bytes: maxTenantFileBytes }
  const totalBytes = createRecentSum(files)

  const assertFree = async (wanted: number): Promise<void> => {
    if ((await totalBytes()) + wanted > maxFilesBytes)
      throw noRoomForAnybody('all files together have the bytes of MAX_FILES_BYTES, which the operator sets')
    const space = await fileContents.space()
    if (!space) return
    const reserve = minFreeBytes ?? Math.min(largestReserve, space.totalBytes / 10)
    if (space.freeBytes - wanted < reserve) throw noRoomForAnybody('the disk of its store is nearly full')
  }

  return {
    async begin(file, length) {
      if (length !== undefined && length > maxFileBytes) throw tooLarge(maxFileBytes)
      await assertFree(length ?? 1)
      const bytes = Math.min(length ?? aheadBytes, aheadBytes, maxFileBytes)
      const added = await files.add({ ...file, bytes }, Math.min(bytes, length ?? 1), bounds)
      if (!added) throw noRoom(maxTenantFileBytes)
      return added
    },
    async grow(file, count) {
      if (count > maxFileBytes) throw tooLarge(maxFileBytes)
      await assertFree(0)
      const bytes = Math.min(count + aheadBytes, maxFileBytes)
      const grown = await files.grow(file, { bytes, least: count }, bounds)
      if (grown !== undefined) return grown
      if (await files.get(file.id)) throw noRoom(maxTenantFileBytes)
      throw new GatewayError('NOT_FOUND', 'The file was removed while it was sent')
    },
  }
}
