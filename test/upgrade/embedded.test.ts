// Test lanes: slow, long

import { Database } from 'bun:sqlite'
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { restoreBackup } from '../../server/backup/restore.ts'
import { migrateStore } from '../../server/migrate/migrate.ts'
import { openPlace } from '../../server/migrate/open-place.ts'
import { auditMigrations } from '../../server/store/sqlite/engine/schema/audit-steps.ts'
import { configurationMigrations } from '../../server/store/sqlite/engine/schema/configuration-steps.ts'
import ofFolding from '../../server/store/sqlite/engine/schema/fixtures/steps-of-8b7bad6.json' with { type: 'json' }
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { isThorough } from '../times.ts'
import { expectEverything } from './expect-everything.ts'
import type { Facts } from './fill-gateway.ts'
import { hasBackup, newFolder, readFacts, releasedVersions, unpackBackup, unpackFolder } from './stored.ts'
import { startVendor } from './vendor.ts'

const vendor = startVendor()
afterAll(() => vendor.stop())

const expectIn = (folder: string, facts: Facts): Promise<void> =>
  expectEverything({ MONGODB_URI: '', ADMIN_API_KEY: '', PATCHBAY_KEYS: '', DATA_DIR: folder }, facts, vendor)

/** All files but the one whose lock says that a process has the folder. */
const contents = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name !== 'lock')
    .map((name) => [name, Bun.hash(readFileSync(join(folder, name))), statSync(join(folder, name)).mtimeMs])

describe.each(releasedVersions)('the embedded store of %s', (version) => {
  const facts = readFacts(version, 'embedded')

  test('is opened, and everything is there; the configuration is kept as it was', async () => {
    const folder = unpackFolder(version)
    const earlier = newFolder()
    cpSync(folder, earlier, { recursive: true })
    await expectIn(folder, facts)
    const [copy = ''] = readdirSync(folder).filter((name) => /^patchbay\.sqlite\.schema-\d+\.\d{8}T\d{6}Z$/.test(name))
    expect((statSync(join(folder, copy)).mode & 0o777).toString(8)).toBe('600')
    const all = (path: string) => {
      const db = new Database(path, { readonly: true })
      const tables = db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
      const rows = tables.map(({ name }) => [name, db.query(`SELECT * FROM ${name}`).all()])
      const version = db.query('PRAGMA user_version').get()
      db.close(true)
      return [version, rows]
    }
    expect(all(join(folder, copy))).toEqual(all(join(earlier, 'patchbay.sqlite')))
  })

  test('is moved to another folder, stays as it is, and everything is there', async () => {
    const [source, target] = [unpackFolder(version), newFolder()]
    const before = contents(source)
    const from = await openPlace(source, 'from')
    await expect(openPlace(source, 'from')).rejects.toThrow('is in use by another Patchbay process')
    const to = await openPlace(target, 'to')
    await migrateStore(from, to, () => undefined)
    await from.store.close()
    await to.store.close()
    expect(contents(source)).toEqual(before)
    cpSync(join(source, 'keys'), join(target, 'keys'))
    cpSync(join(source, 'admin-key.sha256'), join(target, 'admin-key.sha256'))
    await expectIn(target, facts)
  })

  if (!hasBackup(version)) return
  test('is restored from a backup that it has made, and everything is there', async () => {
    const [work, stored] = [newFolder(), unpackFolder(version)]
    const [archive, folder] = [join(work, 'backup.tar'), join(work, 'restored')]
    unpackBackup(version, archive)
    const { opened } = await restoreBackup(archive, folder, {
      keys: join(stored, 'keys'),
      unverified: true,
      onStep: () => undefined,
    })
    expect(opened).toBeGreaterThan(4)
    cpSync(join(stored, 'admin-key.sha256'), join(folder, 'admin-key.sha256'))
    await expectIn(folder, facts)
  })
})

test('a store of 326ec1d that 8b7bad6 has moved by half is mended, and everything is there', async () => {
  const folder = unpackFolder('326ec1d')
  const db = new Database(join(folder, 'patchbay.sqlite'))
  for (const sql of ofFolding.configuration.slice(6)) db.run(sql)
  db.run('PRAGMA user_version = 10')
  db.close(true)
  await expectIn(folder, readFacts('326ec1d', 'embedded'))
})

test('an upgrade that is killed before any of its statements has changed all of a file or nothing, and goes on', async () => {
  const stored = unpackFolder('326ec1d')
  const log = new Database(join(stored, 'audit.sqlite'), { readonly: true })
  const { entries } = log.query<{ entries: number }, []>('SELECT count(*) AS entries FROM audit').get() ?? {}
  log.close(true)
  const versionOf = (path: string): number => {
    const db = new Database(path)
    const { user_version = -1 } = db.query<{ user_version: number }, []>('PRAGMA user_version').get() ?? {}
    db.close(true)
    return user_version
  }
  const seen = new Set<string>()
  // Every third is enough beside other tests: which ones these are changes with each step.
  for (let statement = 1, isKilled = true; isKilled; statement += isThorough ? 1 : 3) {
    const folder = newFolder()
    cpSync(stored, folder, { recursive: true })
    const dying = Bun.spawn([
      process.execPath,
      join(import.meta.dirname, 'die-at-statement.ts'),
      folder,
      `${statement}`,
    ])
    await dying.exited
    isKilled = dying.signalCode === 'SIGKILL'
    if (!isKilled) expect(dying.exitCode).toBe(0)
    seen.add(['patchbay.sqlite', 'audit.sqlite'].map((name) => versionOf(join(folder, name))).join())
    const store = openSqliteStore(folder)
    expect(await store.tenantTokens.list('acme')).toHaveLength(2)
    expect(await store.transfer.records.audit.count()).toBe(entries)
    await store.close()
    rmSync(folder, { recursive: true })
  }
  const [configuration, audit] = [configurationMigrations.length, auditMigrations.length]
  const between = isThorough || seen.size > 2 ? [`${configuration},2`] : []
  expect([...seen]).toEqual(['6,2', ...between, `${configuration},${audit}`])
})
