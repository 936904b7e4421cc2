import { chmodSync, closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describeThrown } from '@patchbay/core/errors'
import { isoTime } from '@patchbay/core/time'
import type { LockedDatabase } from './lock-database.ts'

/** The number of copies that stay in the folder: the newest ones. */
const mostCopies = 3

const sync = (path: string): void => {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** The copies of a database in its folder, oldest first. */
const listCopies = (path: string): readonly string[] =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}.schema-`))
    .map((name) => ({ name, time: name.slice(name.lastIndexOf('.')) }))
    .toSorted((a, b) => (a.time < b.time ? -1 : 1))
    .map(({ name }) => join(dirname(path), name))

/** Copies a database into a new file. It isn't synced (sqlite.org/lang_vacuum.html, section 4). */
export const copyDatabase = ({ db }: LockedDatabase, path: string): void => {
  db.query<never, [path: string]>('VACUUM INTO ?').run(path)
}

/**
 * Copies a database, as it is before an upgrade, into a file beside it; its name says the schema's version and the time. The copy is
 * on the disk when this returns. Throws an Error for the operator.
 */
export const keepCopy = (database: LockedDatabase, now = new Date()): void => {
  const { path, plan } = database
  const copy = `${path}.schema-${plan.version}.${isoTime(now).replace(/[-:]|\..*/g, '')}Z`
  const part = `${path}.copy.part`
  try {
    rmSync(part, { force: true })
    copyDatabase(database, part)
    chmodSync(part, 0o600)
    sync(part)
    renameSync(part, copy)
    sync(dirname(path))
    for (const old of listCopies(path).slice(0, -mostCopies)) rmSync(old)
  } catch (cause) {
    rmSync(part, { force: true })
    throw new Error(`can't copy ${path} before its upgrade, so it wasn't changed: ${describeThrown(cause)}`, { cause })
  }
}
