import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { demoCommand } from '../called-as.ts'
import { isFolderLocked } from '../store/sqlite/engine/schema/lock-folder.ts'

/**
 * The file that marks a folder as the demo's. Other folders with content are never emptied: their name may be someone
 * else's choice.
 */
const marker = 'EMPTIED-AT-EACH-DEMO-START'
const busyTimeoutMs = 1000

/** Throws Error for the operator when a start without `--demo` is about to keep data where the next demo deletes it. */
export const refuseDemoFolder = (dataDir: string): void => {
  const folder = resolve(dataDir)
  if (!existsSync(join(folder, marker))) return
  throw new Error(
    `DATA_DIR is ${folder}, which ${demoCommand} empties at each start: choose another folder, or remove ${marker} from this one to keep what it holds`,
  )
}

/** True if a gateway of an earlier version runs on the store: those lock its configuration. */
const isInUseByEarlier = (path: string): boolean => {
  if (!existsSync(path)) return false
  let db: Database | undefined
  try {
    db = new Database(path, { readwrite: true })
    db.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    db.run('BEGIN EXCLUSIVE')
    return false
  } catch (error) {
    // A damaged file is removed with the rest.
    return String(Reflect.get(Object(error), 'code')).startsWith('SQLITE_BUSY')
  } finally {
    db?.close()
  }
}

/**
 * Makes the demo's data folder, or empties the one of the demo before. Throws Error for the operator when another gateway
 * runs on the folder, and when it holds files that no demo made.
 */
export const emptyDemoFolder = (dataDir: string): void => {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = readdirSync(folder)
  if (names.length > 0 && !names.includes(marker)) {
    throw new Error(
      `--demo would empty ${folder}, which holds files that no demo made: move them away, or set DATA_DIR to another folder (the demo takes the one of that name with "-demo" behind it)`,
    )
  }
  if (isFolderLocked(folder) || isInUseByEarlier(join(folder, 'patchbay.sqlite'))) {
    throw new Error(`a demo is running on ${folder}: stop that one first, or give this one another DATA_DIR`)
  }
  writeFileSync(join(folder, marker), `${demoCommand} deletes everything else in this folder when it starts.\n`)
  // Forced, as SQLite may have removed a log of its own in the meantime.
  for (const name of names) if (name !== marker) rmSync(join(folder, name), { recursive: true, force: true })
}
