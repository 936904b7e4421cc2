import { randomBytes } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskSpace } from '@patchbay/core/store'

const mostBytes = 8 * 2 ** 20
const partOfDisk = 32
const blockBytes = 2 ** 18

/** The bytes set aside on a disk: enough for the records of removals, and little of a small disk. */
export const chooseReserve = ({ totalBytes }: DiskSpace): number =>
  Math.min(mostBytes, Math.ceil(totalBytes / partOfDisk))

/** Room on the disk of the embedded store that is kept for a time when the disk is full: SQLite needs some to remove records. */
export interface DiskReserve {
  /** Sets the room aside, unless it is there. */
  keep(space: DiskSpace): Promise<void>
  giveUp(): Promise<void>
}

export const createDiskReserve = (dataDir: string): DiskReserve => {
  const path = join(dataDir, 'files-reserve')
  const giveUp = (): Promise<void> => rm(path, { force: true })
  const fill = async (bytes: number): Promise<void> => {
    const file = await open(path, 'w', 0o600)
    try {
      // A file system that compresses would set nothing aside for zeros, and one with holes nothing for a length.
      const block = randomBytes(blockBytes)
      for (let at = 0; at < bytes; at += blockBytes) await file.write(block, 0, Math.min(blockBytes, bytes - at), at)
    } finally {
      await file.close()
    }
  }
  let keeping: Promise<void> | undefined
  return {
    giveUp,
    async keep(space) {
      const bytes = chooseReserve(space)
      keeping ??= stat(path)
        .then(
          ({ size }) => size,
          () => 0,
        )
        .then((size) => (size < bytes ? fill(bytes) : undefined))
        // A disk that has no room for it has none for a file either.
        .catch(giveUp)
        .finally(() => {
          keeping = undefined
        })
      await keeping
    },
  }
}
