import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteStore } from '../server/store/sqlite/index.ts'
import { quickFolder } from './folders.ts'

type Files = ReadonlyMap<string, Uint8Array>

const makeFiles = async (): Promise<Files> => {
  const folder = mkdtempSync(join(quickFolder, 'patchbay-test-'))
  await openSqliteStore(folder).close()
  const files = new Map(['patchbay.sqlite', 'audit.sqlite'].map((name) => [name, readFileSync(join(folder, name))]))
  rmSync(folder, { recursive: true })
  return files
}

let made: Promise<Files> | undefined

/**
 * Gives a new folder an embedded store with nothing in it. To make the tables takes longer than many tests of a store, and is the same
 * each time: it is done once a process.
 */
export const writeEmptyStore = async (folder: string): Promise<void> => {
  made ??= makeFiles()
  for (const [name, bytes] of await made) writeFileSync(join(folder, name), bytes, { mode: 0o600 })
}
