import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const bytesNeeded = 3 * 2 ** 30

const freeBytes = (folder: string): number => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/**
 * The folder of the tests' stores: in memory if there is room, as thousands of them sync each write. `test/power-loss` shows the worth of
 * a sync, on a disk.
 */
export const quickFolder = freeBytes(inMemory) >= bytesNeeded ? inMemory : tmpdir()

/** A new folder on a disk, for what is large, is run, or depends on the disk. */
export const folderOnDisk = (): string => mkdtempSync(join(tmpdir(), 'patchbay-test-'))
