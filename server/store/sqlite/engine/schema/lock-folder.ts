import { Database } from 'bun:sqlite'
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { errorForOperator, isBusy } from './error-for-operator.ts'

/** The file whose lock says that a process has the folder. It stays empty. */
const lockFile = 'lock'

/** The time for which taking the lock waits for another process that is about to exit. */
const busyTimeoutMs = 1000

export interface FolderLock {
  release(): void
}

/**
 * Takes a lock that nobody else can have until this process releases it or dies. It is one of the kernel (fcntl) on a file of its
 * own, so even a kill -9 releases it. SQLite takes it, as Bun has no call for it. It can't be the lock of a database: this process
 * opens those twice, and a lock that keeps others out would keep its own second connection out as well.
 */
const claim = (path: string, create: boolean): Database => {
  const db = new Database(path, { create, readwrite: true, strict: true })
  try {
    if (create) chmodSync(path, 0o600)
    db.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    // The transaction that holds the lock writes nothing, and so needs no journal beside the file.
    db.run('PRAGMA journal_mode = MEMORY')
    db.run('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Makes the folder of an embedded store this process's own. Throws an Error for the operator if another process has it. */
export const lockFolder = (folder: string): FolderLock => {
  const path = join(folder, lockFile)
  try {
    const db = claim(path, true)
    return { release: () => db.close() }
  } catch (error) {
    throw errorForOperator(path, error)
  }
}

/** True if a process of this version has the folder. */
export const isFolderLocked = (folder: string): boolean => {
  const path = join(folder, lockFile)
  if (!existsSync(path)) return false
  try {
    claim(path, false).close()
    return false
  } catch (error) {
    return isBusy(error)
  }
}
