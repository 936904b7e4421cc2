import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockAsEarlier } from '../../../../test/contract/lock-as-earlier.ts'
import { openDatabase, type SqliteDatabase } from './database.ts'
import type { HeldFile } from './held-files.ts'

const migrations = ['CREATE TABLE lines (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT']
const aLine = 'x'.repeat(2000)

let folder: string
let db: SqliteDatabase
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-held-'))
  db = openDatabase(join(folder, 'lines.sqlite'), migrations)
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

/** A transaction a line, so that the log is copied into the file several times over. */
const write = async (lines: number): Promise<void> => {
  const insert = db.query<never, [text: string]>('INSERT INTO lines (text) VALUES (?)')
  for (let nth = 0; nth < lines; nth++) await db.write(() => insert.run(aLine), 0)
}

const count = (database: SqliteDatabase): Promise<number | undefined> =>
  database.read(() => database.query<{ count: number }, []>('SELECT count(*) AS count FROM lines').get()?.count)

const logBytes = (): number => statSync(join(folder, 'lines.sqlite-wal')).size

/** Copies the files, with writes between the slices. */
const copyTo = async (target: string, files: readonly HeldFile[]): Promise<void> => {
  for (const file of files) {
    const slices: Uint8Array[] = []
    for (let at = 0; at < file.size; at += 100_000) {
      slices.push(await file.slice(at, 100_000))
      await write(40)
    }
    writeFileSync(join(target, file.name), Buffer.concat(slices))
  }
}

test.each([
  ['whose log has just been begun', 3],
  ['with a long log', 400],
  ['whose log was copied and begun anew many times', 3000],
])('a database %s is copied as it was at one instant, while it is written', async (_, lines) => {
  await write(lines)
  const { files, release } = db.hold()
  const copies = mkdtempSync(join(folder, 'copies-'))
  await copyTo(copies, files)
  release()
  const copy = openDatabase(join(copies, 'lines.sqlite'), migrations)
  expect(await count(copy)).toBe(lines)
  copy.close()
  expect(await count(db)).toBeGreaterThan(lines)
})

test('after a copy the log is copied into the file again, and stays short', async () => {
  const { release } = db.hold()
  await write(2500)
  const whileHeld = logBytes()
  release()
  await write(2500)
  expect(whileHeld).toBeGreaterThan(2500 * aLine.length)
  expect(logBytes()).toBeLessThan(whileHeld + 300_000)
})

test('a later hold ends the one before, and so does the end of the database', async () => {
  await write(1)
  const [first] = db.hold().files
  const [second] = db.hold().files
  await expect(first?.slice(0, 10)).rejects.toThrow('has changed')
  expect(await second?.slice(0, 10)).toHaveLength(10)
  db.close()
  await expect(second?.slice(0, 10)).rejects.toThrow('has changed')
})

test('a gateway of an earlier version is kept out of the file after it was held, read and released', async () => {
  await write(1)
  const { files, release } = db.hold()
  for (const file of files) await file.slice(0, file.size)
  release()
  const other = Bun.spawn([process.execPath, '-e', lockAsEarlier(join(folder, 'lines.sqlite'))], {
    stdout: 'ignore',
    stderr: 'pipe',
  })
  expect([await other.stderr.text(), await other.exited]).toEqual([expect.stringContaining('database is locked'), 1])
})
