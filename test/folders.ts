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
 * Where the tests' stores lie: in memory where there is room, as thousands of them sync each write. What a sync is worth is shown
 * by test/power-loss, on a disk.
 */
export const quickFolder = freeBytes(inMemory) >= bytesNeeded ? inMemory : tmpdir()

/** A new folder on a disk, for what is large, is run, or depends on the disk. */
export const folderOnDisk = (): string => mkdtempSync(join(tmpdir(), 'patchbay-test-'))
