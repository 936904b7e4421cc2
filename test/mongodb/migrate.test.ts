// Test lanes: mongodb, long

import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordKind, RecordSet, Store } from '@patchbay/core/store'
import { recordKinds } from '@patchbay/core/store'
import { MongoClient } from 'mongodb'
import { describe, expect, onTestFinished, test } from 'vitest'
import { movedCollections } from '../../server/store/mongo/transfer.ts'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { giveGrant, withClient } from '../contract/oauth/samples.ts'
import { auditEntry, configuration, hashOf, later, noon } from '../contract/samples.ts'
import { searchFor } from '../e2e/stage.ts'
import { temporaryFolder } from '../gateway.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { openMongoPatiently } from '../open-mongo-store.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { startServerProcess } from '../server-process.ts'

const emptyUri = (): string => withDatabase(sharedMongodb(), `patchbay-test-${crypto.randomUUID()}`)
const emptyFolder = (): string => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const openStore = async (place: string): Promise<Store> =>
  place.startsWith('mongodb') ? openMongoPatiently(place) : openSqliteStore(place)

/** These gateways start on an embedded store, whichever store this run tests. */
const embedded = { MONGODB_URI: '', ADMIN_API_KEY: '', PATCHBAY_KEYS: '' }

const startMigrate = (from: string, to: string, env: Readonly<Record<string, string>> = {}) =>
  Bun.spawn([process.execPath, 'server/migrate/main.ts', '--from', from, '--to', to], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })

const migrate = async (from: string, to: string, env: Readonly<Record<string, string>> = {}) => {
  const child = startMigrate(from, to, env)
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { code: await child.exited, stdout, stderr }
}

/** All records of a store, by kind. */
const contentOf = async (place: string) => {
  const store = await openStore(place)
  const { records } = store.transfer
  const read = async (kind: RecordKind) =>
    [kind, await (records[kind] as RecordSet<object>).read({ limit: 1_000_000, after: null })] as const
  const content = Object.fromEntries(await Promise.all(recordKinds.map(read)))
  await store.close()
  return content
}

/** So many audit entries that moving them takes a while. */
const many = 15_000

/** A store without secrets. */
const fill = async (place: string, entries = 5): Promise<void> => {
  const store = await openStore(place)
  for (let n = 0; n < 5; n++) {
    const keep = { now: noon, prune: false }
    await store.tenants.put(`tenant-${n}`, configuration('hubspot/eu', 'stripe/us'), keep)
    await store.tenantTokens.register(`tenant-${n}`, hashOf(`${n}`), noon)
  }
  await withClient(store)
  await giveGrant(store, 'a')
  await store.audit.append(Array.from({ length: entries }, (_, n) => auditEntry(later(n))))
  await store.close()
}

describe('bun run migrate', () => {
  test('moves a store to MongoDB and back; a gateway serves the same calls there, from the same credentials', {
    timeout: 60_000,
  }, async () => {
    const hubspot = startHubspot({ tokens: ['pat-na1-secret'] })
    onTestFinished(() => hubspot.stop())
    hubspot.seed('contacts', { email: 'ada@example.com' })
    const origins = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }) }

    const first = await startServerProcess({ env: { ...embedded, ...origins } })
    onTestFinished(() => first.stop())
    await first.seed('acme', { hubspot: 'pat-na1-secret' })
    expect(await first.call('acme', 'hubspot', searchFor('ada@example.com'))).toMatchObject({ status: 200 })
    await first.end('SIGTERM')

    const { dataDir, adminKey } = first
    const PATCHBAY_KEYS = readFileSync(join(dataDir, 'keys'), 'utf8').trim()
    const ADMIN_API_KEY = createHash('sha256').update(adminKey).digest('hex')
    const serves = async (where: Readonly<Record<string, string>>, dataDir = emptyFolder()) => {
      const env = { ...embedded, ...origins, PATCHBAY_KEYS, ADMIN_API_KEY, ...where }
      const gateway = await startServerProcess({ dataDir, adminKey, env })
      const answer = await gateway.call('acme', 'hubspot', searchFor('ada@example.com'))
      expect(answer).toMatchObject({ status: 200, body: { success: true, cache: 'MISS' } })
      const { body } = await gateway.admin('GET', '/admin/audit?source=rest')
      await gateway.end('SIGTERM')
      return body.entries.length
    }

    const [uri, folder] = [emptyUri(), emptyFolder()]
    const there = await migrate(dataDir, uri, { PATCHBAY_KEYS })
    expect(there).toMatchObject({ code: 0, stderr: '' })
    expect(there.stdout).toMatch(
      /1 credentials can be opened .*tenants +1 of 1.*tenantTokens +1 of 1.*credentials +1 of 1.*audit +4 of 4/s,
    )
    expect(await contentOf(uri)).toEqual(await contentOf(dataDir))
    expect(await serves({ MONGODB_URI: uri })).toBe(2)

    const back = await migrate(uri, folder, { PATCHBAY_KEYS_FILE: join(dataDir, 'keys') })
    expect(back).toMatchObject({ code: 0, stderr: '' })
    expect(await contentOf(folder)).toEqual(await contentOf(uri))
    expect(await serves({}, folder)).toBe(3)
    expect(there.stdout + back.stdout).not.toContain(PATCHBAY_KEYS)
  })

  test.each([
    { way: 'the embedded store to MongoDB', makeFrom: emptyFolder, makeTo: emptyUri },
    { way: 'MongoDB to the embedded store', makeFrom: emptyUri, makeTo: emptyFolder },
  ])(
    'killed while it moves $way, it goes on when it is run again',
    { timeout: 120_000 },
    async ({ makeFrom, makeTo }) => {
      const [from, to] = [makeFrom(), makeTo()]
      await fill(from, many)

      const child = startMigrate(from, to)
      let printed = ''
      const decoder = new TextDecoder()
      for await (const chunk of child.stdout) {
        printed += decoder.decode(chunk, { stream: true })
        if (/audit +[1-9][\d,]* of/.test(printed)) child.kill('SIGKILL')
      }
      await child.exited
      const store = await openStore(to)
      const kept = await store.transfer.records.audit.count()
      expect(await store.transfer.progress()).toMatchObject({ kind: 'audit', after: [expect.any(String)] })
      await store.close()
      expect(kept).toBeGreaterThan(0)
      expect(kept).toBeLessThan(many)

      const again = await migrate(from, to)
      expect(again).toMatchObject({ code: 0, stderr: '' })
      const [, resumedAt = ''] = /audit +([\d,]+) of/.exec(again.stdout) ?? []
      expect(Number(resumedAt.replaceAll(',', ''))).toBe(kept)
      expect(await contentOf(to)).toEqual(await contentOf(from))
    },
  )

  test('a gateway is refused where a move was stopped, and a move from elsewhere as well', async () => {
    const [from, to] = [emptyFolder(), emptyFolder()]
    await fill(from)
    const store = openSqliteStore(to)
    await store.transfer.setProgress({ from: 'the embedded store in /elsewhere', kind: 'audit', after: null })
    await store.close()
    const gateway = await startServerProcess({ dataDir: to, env: embedded })
    expect(await gateway.exited).toBe(1)
    expect(gateway.output.stderr).toContain('an interrupted move from the embedded store in /elsewhere')
    const { code, stderr } = await migrate(from, to)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('holds an interrupted move from the embedded store in /elsewhere'),
    })
  })

  test('entries that went from the source after a stop are no longer in the target', async () => {
    const [from, to] = [emptyFolder(), emptyFolder()]
    await fill(from)
    const target = openSqliteStore(to)
    const old = [auditEntry(later(-2)), auditEntry(later(-1))]
    await target.transfer.records.audit.write(old)
    const after = [old[1]?.id ?? '']
    await target.transfer.setProgress({ from: `the embedded store in ${from}`, kind: 'audit', after })
    await target.close()
    expect(await migrate(from, to)).toMatchObject({ code: 0, stderr: '' })
    expect(await contentOf(to)).toEqual(await contentOf(from))
  })

  test('every collection is moved, but those of work in hand, sessions, files, failed calls and the schedules, which a start makes', async () => {
    const uri = emptyUri()
    await (await openMongoPatiently(uri)).close()
    const client = new MongoClient(uri)
    const names = (await client.db().listCollections().toArray()).map(({ name }) => name)
    await client.close()
    const ofWork = [
      'allowances',
      'changes',
      'continuations',
      'failed_calls',
      'file_contents.chunks',
      'file_contents.files',
      'gateways',
      'jobs',
      'made',
      'probes',
      'quotas',
      'sessions',
      'stored_files',
      'transfer',
      'turns',
      'windows',
    ]
    expect(names.toSorted()).toEqual([...movedCollections, ...ofWork].toSorted())
  })
})

describe('bun run migrate refuses', () => {
  test('a store that a gateway runs on, one that is missing or empty, and a target that holds data', {
    timeout: 60_000,
  }, async () => {
    const server = await startServerProcess({ env: embedded })
    onTestFinished(() => server.stop())
    await server.seed('acme', { hubspot: 'pat-na1-secret' })
    const [full, empty] = [emptyFolder(), emptyFolder()]
    await fill(full)
    await openSqliteStore(empty).close()
    const missing = join(empty, 'missing')
    const cases: readonly [from: string, to: string, want: string][] = [
      [server.dataDir, emptyFolder(), 'in use by another Patchbay process'],
      [full, server.dataDir, 'in use by another Patchbay process'],
      [full, full, 'in use by another Patchbay process'],
      [missing, emptyFolder(), `${missing} holds no store`],
      [empty, emptyFolder(), 'is empty: there is nothing to move'],
      [
        full,
        'postgres://db/patchbay',
        '--to is neither a folder nor a MongoDB connection string that names the database',
      ],
    ]
    for (const [from, to, want] of cases) {
      const { code, stderr } = await migrate(from, to)
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(want) })
    }
    const uri = emptyUri()
    expect(await migrate(full, uri)).toMatchObject({ code: 0 })
    expect((await migrate(full, uri)).stderr).toContain('holds data already: choose an empty target')
    expect((await migrate(uri, uri)).stderr).toContain('--from and --to are the same store')
  })

  test('credentials that the keys of the target can not open, before it moves anything', async () => {
    const server = await startServerProcess({ env: embedded })
    onTestFinished(() => server.stop())
    await server.seed('acme', { hubspot: 'pat-na1-secret' })
    await server.end('SIGTERM')
    const to = emptyFolder()
    const file = `PATCHBAY_KEYS to the contents of the file "keys" of the embedded store in ${server.dataDir}`
    const wrong = `kother:${Buffer.alloc(32, 7).toString('base64url')}`
    for (const [env, want] of [
      [{}, 'credentials are moved as they are sealed'],
      [{ PATCHBAY_KEYS: wrong }, "the credential of acme/hubspot/main can't be opened"],
    ] as const) {
      const { code, stderr } = await migrate(server.dataDir, to, env)
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(want) })
      expect(stderr).toContain(file)
      expect(stderr).not.toContain(wrong)
    }
    expect(Object.values(await contentOf(to)).flat()).toEqual([])
  })

  test('a URI without a database, and shows no password', async () => {
    const { code, stderr } = await migrate(emptyFolder(), 'mongodb://root:hunter2@db.example.com/')
    expect(code).toBe(1)
    expect(stderr).not.toContain('hunter2')
  })

  test.each([
    { args: [], want: 'npx bun run migrate --from' },
    { args: ['--from', 'x'], want: 'npx bun run migrate --from' },
    { args: ['--form', 'x'], want: "Unknown option '--form'" },
  ])('$args with how it is called', async ({ args, want }) => {
    const child = Bun.spawn([process.execPath, 'server/migrate/main.ts', ...args], { stderr: 'pipe' })
    expect(await child.stderr.text()).toContain(want)
    expect(await child.exited).toBe(2)
  })
})
