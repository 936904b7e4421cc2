import { access, type FileHandle, mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskSpace, FileContents } from '@patchbay/core/store'
import { unavailable } from '../../rules/unavailable.ts'
import { writeBlocks } from '../../rules/write-blocks.ts'
import type { SqliteDatabase } from '../engine/database.ts'
import { chooseReserve, createDiskReserve } from './reserve.ts'

const pieceBytes = 1 << 18
const idForm = /^[0-9a-f-]{36}$/

const writeAll = async (file: FileHandle, piece: Uint8Array): Promise<void> => {
  for (let at = 0; at < piece.length; ) at += (await file.write(piece, at)).bytesWritten
}

/** Makes names in a folder durable. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A failure of the disk as callers see it: as any failure of the store. */
const ofDisk = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    throw unavailable(cause)
  }
}

async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r')
  const piece = Buffer.allocUnsafe(pieceBytes)
  try {
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, pieceBytes)
      if (bytesRead === 0) return
      yield piece.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

const readSpace = async (path: string): Promise<DiskSpace> => {
  const { bavail, blocks, bsize } = await ofDisk(statfs(path))
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** The sealed bytes of files, in the folder `files` beside the embedded store, mode 0700, with those databases on the same disk. */
export const folderFileContents = (
  dataDir: string,
  databases: readonly Pick<SqliteDatabase, 'isUp' | 'ping'>[],
): FileContents => {
  const folder = join(dataDir, 'files')
  const reserve = createDiskReserve(dataDir)
  const pathOf = (id: string): string => {
    // Ids are ours; a path is no place to rely on that.
    if (!idForm.test(id)) throw new TypeError('this is no id of a file')
    return join(folder, id)
  }
  const makeFolder = async (): Promise<void> => {
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(dataDir)
  }
  /**
   * Lets databases that are down find out that there is room. A repair that began earlier still fails; the next one
   * doesn't.
   */
  const recover = async (): Promise<void> => {
    for (let tries = 0; tries < 2 && !databases.every(({ isUp }) => isUp); tries++)
      await Promise.allSettled(databases.map(({ ping }) => ping()))
  }
  return {
    async write(id, pieces) {
      await ofDisk(makeFolder())
      await reserve.keep(await readSpace(dataDir))
      const file = await ofDisk(open(pathOf(id), 'wx', 0o600))
      try {
        await writeBlocks(pieces, pieceBytes, (block) => ofDisk(writeAll(file, block)))
        await ofDisk(file.datasync())
      } finally {
        await file.close()
      }
      await ofDisk(syncFolder(folder))
    },
    async read(id) {
      // It is opened when its first bytes are wanted: nothing would close it if they never are.
      await ofDisk(access(pathOf(id)))
      return readPieces(pathOf(id))
    },
    async remove(id) {
      await rm(pathOf(id), { force: true })
      await recover()
    },
    async list(after, limit) {
      await makeFolder()
      const names = await readdir(folder)
      return (
        names
          // Systems and people leave files of their own in folders.
          .filter((name) => name > after && idForm.test(name))
          .sort()
          .slice(0, limit)
      )
    },
    space: () => readSpace(dataDir),
    async makeRoom() {
      const space = await readSpace(dataDir)
      if (databases.every(({ isUp }) => isUp) && space.freeBytes >= chooseReserve(space)) return false
      await ofDisk(reserve.giveUp())
      // One whose last write failed counts as down until it has written something.
      await recover()
      return true
    },
  }
}
