import { Database } from 'bun:sqlite'
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GatewayError } from '@patchbay/core/errors'
import type { Change } from '@patchbay/core/store'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hashOf, noon } from '../../../../test/contract/samples.ts'
import { openSqliteStore } from '../index.ts'
import { openDatabase, type SqliteDatabase } from './database.ts'
import { configurationMigrations } from './schema/configuration-steps.ts'

const first =
  "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT; INSERT INTO notes VALUES (1, 'kept')"
const second = "ALTER TABLE notes ADD COLUMN author TEXT NOT NULL DEFAULT 'unknown'; CREATE TABLE tags (name TEXT)"

const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const opened = (path: string, migrations: readonly string[]): SqliteDatabase => {
  const db = openDatabase(path, migrations)
  onTestFinished(() => void db.close())
  return db
}

/** The path of an open file; `''`: it was closed meanwhile. */
const linkOf = (fd: string): string => {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}

/** From then on, writes to the database can't be synced. */
const closeLog = (path: string): void => {
  const logs = readdirSync('/proc/self/fd').filter((fd) => linkOf(fd) === `${path}-wal`)
  // The lower number is SQLite's own descriptor.
  closeSync(Math.max(...logs.map(Number)))
}

const notes = (db: SqliteDatabase) => db.query('SELECT * FROM notes').all()
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('files', () => {
  it('the data directory and its files are for their owner alone', async () => {
    const folder = join(emptyFolder(), 'deep', 'data')
    const store = openSqliteStore(folder)
    await store.tenants.remove('nobody')
    expect(modeOf(folder)).toBe('700')
    const files = readdirSync(folder).sort()
    const databases = ['audit.sqlite', 'patchbay.sqlite'].flatMap((file) => [file, `${file}-shm`, `${file}-wal`])
    expect(files).toEqual([...databases, 'lock'].sort())
    for (const file of files) expect([file, modeOf(join(folder, file))]).toEqual([file, '600'])
    await store.close()
  })

  it('a write is not acknowledged when its log can not be synced to the disk', async () => {
    const path = join(emptyFolder(), 'notes.sqlite')
    const db = openDatabase(path, [first])
    await db.write(() => db.query("INSERT INTO notes (text) VALUES ('synced')").run())
    closeLog(path)
    const write = db.write(() => db.query("INSERT INTO notes (text) VALUES ('not synced')").run())
    await expect(write).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'The store is unavailable' })
  })

  it('a write that could not be synced is announced as a change, because it may survive', async () => {
    const folder = emptyFolder()
    const store = openSqliteStore(folder)
    await store.tenantTokens.register('acme', hashOf('token'), noon)
    const heard: Change[] = []
    store.changes.listen((change) => heard.push(change))
    closeLog(join(folder, 'patchbay.sqlite'))
    const revoked = store.tenantTokens.revoke('acme', hashOf('token').slice(0, 12))
    await expect(revoked).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await store.tenantTokens.find(hashOf('token'))).toBeUndefined()
    expect(heard).toEqual([{ kind: 'everything' }])
  })

  it('where no memory can be shared, a database works as any other, and another process is kept out of it', async () => {
    const path = join(emptyFolder(), 'notes.sqlite')
    // SQLite can't map a folder.
    mkdirSync(`${path}-shm`)
    const db = opened(path, [first])
    await db.write(() => db.query("INSERT INTO notes (text) VALUES ('written')").run())
    expect([db.isShared, notes(db)]).toEqual([
      false,
      [
        { id: 1, text: 'kept' },
        { id: 2, text: 'written' },
      ],
    ])
    expect(() => openDatabase(path, [first])).toThrow('is in use by another Patchbay process')
    expect(opened(join(emptyFolder(), 'notes.sqlite'), [first]).isShared).toBe(true)
  })

  it("a path that can't be opened and a file that is not a database are refused by name", () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'folder.sqlite'))
    writeFileSync(join(folder, 'text.sqlite'), 'no database '.repeat(1000))
    for (const name of ['folder.sqlite', 'text.sqlite', 'missing/notes.sqlite']) {
      expect(() => openDatabase(join(folder, name), [first])).toThrow(`${join(folder, name)} can't be opened`)
    }
  })

  it.each([
    ['was cut off', (path: string) => truncateSync(path)],
    ['is gone', (path: string) => rmSync(path)],
  ])('a configuration database that %s beside an audit log is not taken for a new one', async (_, lose) => {
    const folder = emptyFolder()
    await openSqliteStore(folder).close()
    // SQLite would delete this file beside an empty database.
    writeFileSync(join(folder, 'patchbay.sqlite-wal'), 'a log that may be recovered')
    lose(join(folder, 'patchbay.sqlite'))
    const before = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'latin1')])
    expect(() => openSqliteStore(folder)).toThrow(`${join(folder, 'patchbay.sqlite')} is empty or gone`)
    expect(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'latin1')])).toEqual(before)
  })

  it('a copy that was made of a running store without its write-ahead logs is not taken for a new one', async () => {
    const [folder, copy] = [emptyFolder(), emptyFolder()]
    const store = openSqliteStore(folder)
    await store.tenantTokens.register('acme', hashOf('token'), noon)
    for (const file of ['patchbay.sqlite', 'audit.sqlite']) cpSync(join(folder, file), join(copy, file))
    await store.close()
    expect(() => openSqliteStore(copy)).toThrow(`${join(copy, 'patchbay.sqlite')} is empty or gone`)
  })

  it('a write-ahead log that can not be read is left as it is, for whoever can mend it', async () => {
    const [folder, copy] = [emptyFolder(), emptyFolder()]
    const store = openSqliteStore(folder)
    await store.tenantTokens.register('acme', hashOf('token'), noon)
    cpSync(folder, copy, { recursive: true })
    await store.close()
    const log = join(copy, 'patchbay.sqlite-wal')
    truncateSync(log, 5000)
    const before = readFileSync(log, 'latin1')
    expect(() => openSqliteStore(copy)).toThrow('is empty or gone')
    expect(readFileSync(log, 'latin1')).toBe(before)
  })

  it.each(['audit.sqlite', 'audit.sqlite-wal'])(
    'a store whose %s was deleted under it no longer answers a ping',
    async (file) => {
      const folder = emptyFolder()
      const store = openSqliteStore(folder)
      await store.ping('audit')
      rmSync(join(folder, file))
      await expect(store.ping('audit')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: 'The store is unavailable',
      })
      await store.ping('configuration')
      await store.close()
    },
  )
})

describe('migrations', () => {
  it('a database of an older version is brought up to date and keeps its rows', () => {
    const path = join(emptyFolder(), 'notes.sqlite')
    openDatabase(path, [first]).close()
    openDatabase(path, [first, second]).close()
    const db = opened(path, [first, second])
    expect(notes(db)).toEqual([{ id: 1, text: 'kept', author: 'unknown' }])
    expect(db.query('PRAGMA user_version').get()).toEqual({ user_version: 2 })
  })

  it('tenants and billing configurations of an older version get versions, each its own', async () => {
    const path = join(emptyFolder(), 'patchbay.sqlite')
    const old = openDatabase(path, configurationMigrations.slice(0, 9))
    await old.write(() => {
      for (const id of ['acme', 'globex']) {
        old.query("INSERT INTO tenants VALUES (?, 'A', 'active', '{}', '{}', '', '')").run(id)
        old.query("INSERT INTO billing VALUES (?, 'Team', 'EUR', 0, '1', NULL, 0, '')").run(id)
      }
    })
    old.close()
    const db = opened(path, configurationMigrations)
    const query = db.query<{ version: string }, []>('SELECT version FROM tenants UNION ALL SELECT version FROM billing')
    const versions = query.all().map(({ version }) => version)
    expect([versions.length, new Set(versions).size]).toEqual([4, 4])
    for (const version of versions) expect(version).toMatch(/^[0-9a-f]{32}$/)
  })

  it('a database gives the pages of removed rows back', async () => {
    const path = join(emptyFolder(), 'notes.sqlite')
    const db = openDatabase(path, [first])
    await db.write(() => {
      db.query(
        'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO notes (text) SELECT hex(randomblob(500)) FROM n',
      ).run()
    })
    db.close()
    const before = statSync(path).size
    const again = openDatabase(path, [first])
    await again.write(() => {
      again.query("DELETE FROM notes WHERE text <> 'kept'").run()
      again.query('PRAGMA incremental_vacuum').all()
    })
    again.close()
    expect(statSync(path).size).toBeLessThan(before / 10)
    expect(notes(opened(path, [first]))).toEqual([{ id: 1, text: 'kept' }])
  })

  it('a migration that fails leaves the database as it was, and the corrected one runs', () => {
    const path = join(emptyFolder(), 'notes.sqlite')
    openDatabase(path, [first]).close()
    const faulty = `${second}; INSERT INTO nowhere VALUES (1)`
    expect(() => openDatabase(path, [first, faulty])).toThrow('nowhere')
    openDatabase(path, [first]).close()
    expect(notes(opened(path, [first, second]))).toEqual([{ id: 1, text: 'kept', author: 'unknown' }])
  })

  it('a database of a newer version is refused and left alone', () => {
    const path = join(emptyFolder(), 'notes.sqlite')
    openDatabase(path, [first, second]).close()
    expect(() => openDatabase(path, [first])).toThrow(
      `${path} was written by a newer Patchbay (schema version 2; this one knows 1)`,
    )
    expect(notes(opened(path, [first, second]))).toHaveLength(1)
  })

  it('a store is refused as a whole when one of its databases is newer, and frees the other', async () => {
    const folder = emptyFolder()
    await openSqliteStore(folder).close()
    const audit = new Database(join(folder, 'audit.sqlite'))
    audit.run('PRAGMA user_version = 99')
    audit.close(true)
    expect(() => openSqliteStore(folder)).toThrow('audit.sqlite was written by a newer Patchbay')
    openDatabase(join(folder, 'patchbay.sqlite'), configurationMigrations).close()
  })
})

describe('failures', () => {
  const insert = (db: SqliteDatabase, text: string) =>
    db.write(() => {
      db.query<never, [string]>('INSERT INTO notes (text) VALUES (?)').run(text)
    })

  it('what fails half way leaves nothing behind', async () => {
    const db = opened(join(emptyFolder(), 'notes.sqlite'), [first])
    const fault = new Error('a fault of ours')
    const write = db.write(() => {
      db.query("INSERT INTO notes (text) VALUES ('half')").run()
      throw fault
    })
    await expect(write).rejects.toBe(fault)
    expect(notes(db)).toHaveLength(1)
    await insert(db, 'whole')
    expect(notes(db)).toHaveLength(2)
  })

  it("SQLite's own words are only in the cause", async () => {
    const db = opened(join(emptyFolder(), 'notes.sqlite'), [first])
    const error = await db.read(() => db.query('SELECT secret FROM nowhere').all()).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(GatewayError)
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503, message: 'The store is unavailable' })
    expect(JSON.stringify((error as GatewayError).envelope())).not.toContain('nowhere')
    expect(String((error as GatewayError).cause)).toContain('nowhere')
  })
})
