// Test lanes: slow

import { Database } from 'bun:sqlite'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSqliteStore } from '../../index.ts'
import { auditMigrations } from './audit-steps.ts'
import { configurationMigrations } from './configuration-steps.ts'
import ofFolding from './fixtures/steps-of-8b7bad6.json' with { type: 'json' }
import { configurationTraces } from './traces.ts'

/** Released versions: 326ec1d had the first steps that we have, 8b7bad6 had folded them into one and went on from there. */
const ofFirst = { configuration: configurationMigrations.slice(0, 6), audit: auditMigrations.slice(0, 2) }

interface Way {
  readonly configuration: readonly string[]
  readonly audit: readonly string[]
  /** The version in the configuration file, where it isn't the number of steps. */
  readonly version?: number
}

const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const make = (path: string, steps: readonly string[], version = steps.length): void => {
  const db = new Database(path, { create: true, strict: true })
  db.run('PRAGMA journal_mode = WAL')
  db.run('PRAGMA synchronous = OFF')
  for (const sql of steps) db.run(sql)
  db.run(`PRAGMA user_version = ${version}`)
  db.close(true)
}

const makeStore = ({ configuration, audit, version }: Way): string => {
  const folder = emptyFolder()
  make(join(folder, 'patchbay.sqlite'), configuration, version)
  make(join(folder, 'audit.sqlite'), audit)
  return folder
}

const read = (path: string) => {
  const db = new Database(path, { readonly: true })
  const schema = db.query('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all()
  const steps = db.query('SELECT * FROM schema_steps').all()
  const version = db.query('PRAGMA user_version').get()
  db.close(true)
  return { schema, steps, version }
}

const readStore = (folder: string) =>
  ['patchbay.sqlite', 'audit.sqlite'].map((name) => [name, read(join(folder, name))])

/** All files but the one whose lock says that a process has the folder. */
const contents = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name !== 'lock')
    .map((name) => [name, Bun.hash(readFileSync(join(folder, name)))])

const upgraded = async (folder: string) => {
  await openSqliteStore(folder).close()
  return readStore(folder)
}

/** A store of 326ec1d that 8b7bad6 had begun to migrate when it was killed: it took its own steps for the next ones. */
const halfMoved = (to: number): Way => ({
  configuration: [...ofFirst.configuration, ...ofFolding.configuration.slice(6, to)],
  audit: ofFirst.audit,
  version: to,
})

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

let fresh: unknown

describe('every way leads to the schema of a new store', () => {
  it.each([
    ...range(1, 6).map((steps) => [
      `326ec1d, killed after step ${steps} of its first start`,
      { configuration: ofFirst.configuration.slice(0, steps), audit: ofFirst.audit.slice(0, 1) },
    ]),
    ['326ec1d', ofFirst],
    ...range(1, 9).map((steps) => [
      `8b7bad6, killed after step ${steps} of its first start`,
      { configuration: ofFolding.configuration.slice(0, steps), audit: ofFolding.audit.slice(0, 1) },
    ]),
    ['8b7bad6', ofFolding],
    ...range(7, 9).map((steps) => [`326ec1d, half moved by 8b7bad6 and killed after step ${steps}`, halfMoved(steps)]),
    ['326ec1d, half moved by 8b7bad6', halfMoved(10)],
    ...range(1, configurationTraces.length).map((steps) => [
      `the first ${steps} of our steps`,
      { configuration: configurationMigrations.slice(0, steps), audit: auditMigrations.slice(0, 4) },
    ]),
  ] as [string, Way][])('%s', async (_, way) => {
    fresh ??= await upgraded(emptyFolder())
    expect(await upgraded(makeStore(way))).toEqual(fresh)
  })
})

it('what no released version has made is refused, and both files stay as they are', () => {
  const folder = makeStore(ofFolding)
  const audit = new Database(join(folder, 'audit.sqlite'))
  audit.run('ALTER TABLE audit DROP COLUMN tries')
  audit.close(true)
  const before = contents(folder)
  expect(() => openSqliteStore(folder)).toThrow(
    /audit\.sqlite has a schema that no released version has made \(schema version 2\)\. Nothing in it was changed: start the version that wrote it/,
  )
  expect(contents(folder)).toEqual(before)
})

it('a store in which other steps ran than ours is refused, and both files stay as they are', async () => {
  const folder = emptyFolder()
  await openSqliteStore(folder).close()
  const audit = new Database(join(folder, 'audit.sqlite'))
  audit.run("UPDATE schema_steps SET digest = 'of another text' WHERE number = 4")
  audit.close(true)
  const before = contents(folder)
  expect(() => openSqliteStore(folder)).toThrow(/audit\.sqlite was made by another step 4 than this version has/)
  expect(contents(folder)).toEqual(before)
})
