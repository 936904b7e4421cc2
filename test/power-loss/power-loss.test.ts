// Test lanes: slow

import { Database } from 'bun:sqlite'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseIntents } from '@patchbay/core/audit'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { folderOnDisk } from '../folders.ts'
import { seeded } from '../seeded.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { createDisk } from './disk.ts'
import { type DiskEvent, missingStrace, traceWrites } from './trace-writes.ts'

const noStrace = missingStrace()

const names = ['patchbay.sqlite', 'patchbay.sqlite-wal', 'audit.sqlite', 'audit.sqlite-wal']
const images = 32
const callers = 8
const writers = 4
const enough = { calls: 500, writes: 150, changes: 100 }

/** A result that an outsider has seen, and that a power failure must therefore leave. */
interface Acknowledged {
  /** Time of the acknowledgement, in milliseconds since 1970. */
  readonly at: number
  readonly id: string
}

const now = (): number => performance.timeOrigin + performance.now()

/** A vendor that lists nothing, and writes down when it was given what. */
const startVendor = () => {
  const given: Acknowledged[] = []
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      if (request.method !== 'POST') return Response.json({ results: [] })
      const at = now()
      const { properties } = (await request.json()) as { properties: { email: string } }
      given.push({ at, id: properties.email.replace('@example.com', '') })
      return Response.json({ id: '1', properties }, { status: 201 })
    },
  })
  return { given, origin: server.url.origin, stop: () => server.stop(true) }
}

/** Calls and changes until there are enough that succeeded. */
const load = async (server: ServerProcess) => {
  const calls: Acknowledged[] = []
  const writes: Acknowledged[] = []
  const changes: Acknowledged[] = []
  const shown: Acknowledged[] = []
  const isEnough = (): boolean =>
    calls.length >= enough.calls && writes.length >= enough.writes && changes.length >= enough.changes
  const isHealthy = async (): Promise<boolean> => (await server.send('GET', '/health', {})).status === 200
  const note = async (list: Acknowledged[], isDone: boolean, id: string): Promise<void> => {
    if (isDone) {
      list.push({ at: now(), id })
      return
    }
    await expect.poll(isHealthy).toBe(true)
  }
  const call = async (caller: number): Promise<void> => {
    for (let n = 0; !isEnough(); n++) {
      const id = `call-${caller}-${n}`
      const headers = { 'x-request-id': id, ...(n % 3 === 0 && { 'cache-control': 'no-cache' }) }
      const { status } = await server.call('acme', 'hubspot', { action: 'list', object_type: 'contacts' }, { headers })
      await note(calls, status === 200, id)
    }
  }
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !isEnough(); n++) {
      const id = `write-${writer}-${n}`
      const headers = { 'x-request-id': id, ...(n % 2 === 0 && { 'idempotency-key': id }) }
      const body = { action: 'create', object_type: 'contacts', properties: { email: `${id}@example.com` } }
      const { status } = await server.call('acme', 'hubspot', body, { headers })
      await note(writes, status === 201, id)
    }
  }
  /** Reads the audit log as an administrator: the entries that it shows must survive as well. */
  const look = async (): Promise<void> => {
    for (const seen = new Set<string>(); !isEnough(); ) {
      // Answered by the thread that reads beside the calls.
      const { status, body } = await server.admin('GET', '/admin/audit?source=rest&limit=200')
      if (status !== 200) await expect.poll(isHealthy).toBe(true)
      else
        for (const { request_id } of body.entries) {
          if (!seen.has(request_id)) await note(shown, true, request_id)
          seen.add(request_id)
        }
    }
  }
  const change = async (): Promise<void> => {
    for (let n = 0; !isEnough(); n++) {
      const body = { name: `Made ${n}`, status: 'active', providers: {} }
      const { status } = await server.admin('PUT', `/admin/tenants/made-${n}`, body)
      await note(changes, status === 201, `made-${n}`)
    }
  }
  await Promise.all([
    change(),
    look(),
    look(),
    ...Array.from({ length: callers }, (_, caller) => call(caller)),
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
  ])
  return { calls, writes, changes, shown }
}

/** The state that a gateway started on the image would find. */
const readImage = async (image: ReadonlyMap<string, Buffer>) => {
  const folder = folderOnDisk()
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of image) writeFileSync(join(folder, name), bytes)
  const store = openSqliteStore(folder)
  const tenants = await store.tenants.list({ limit: 10_000 })
  const entries = await store.audit.query({ limit: 100_000 })
  const batches = await store.transfer.records.intents.read({ limit: 100_000, after: null })
  await store.close()
  for (const name of ['patchbay.sqlite', 'audit.sqlite']) {
    const db = new Database(join(folder, name))
    expect(db.query('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    db.close(true)
  }
  rmSync(folder, { recursive: true })
  const calls = entries.map((entry) => entry.request_id)
  const open = batches.flatMap((batch) => parseIntents(batch).intents).map((intent) => intent.request_id)
  return { tenants: new Set(tenants.map(({ id }) => id)), calls: new Set(calls), traces: new Set([...calls, ...open]) }
}

const missing = (acknowledged: readonly Acknowledged[], before: number, found: ReadonlySet<string | null>): string[] =>
  acknowledged.filter(({ at, id }) => at < before && !found.has(id)).map(({ id }) => id)

/** The calls whose entries stand in error lines. */
const loggedCalls = (output: string): ReadonlySet<string> => {
  const lines = output.split('\n').filter((line) => line.includes('"entries":'))
  const entries: { request_id: string }[] = lines.flatMap((line) => JSON.parse(line).entries)
  return new Set(entries.map(({ request_id }) => request_id))
}

/** As many images as asked for, in the order of their moments; of those dirty none, all or some of the pages survive. */
function* imagesOf(start: ReadonlyMap<string, Buffer>, events: readonly DiskEvent[]) {
  const next = seeded(14)
  const moments = Array.from({ length: images }, () => Math.floor(next() * events.length)).sort((a, b) => a - b)
  const disk = createDisk(start)
  let done = 0
  for (const [index, moment] of moments.entries()) {
    for (; done < moment; done++) disk.apply(events[done] as DiskEvent)
    const share = [0, 1, 0.5][index % 3] ?? 0
    yield { at: events[moment]?.at ?? 0, image: disk.image(() => next() < share) }
  }
}

test.skipIf(noStrace).each([
  ['a disk that is sound', undefined],
  ['a disk that fails to sync now and then', 'fdatasync,fsync:error=EIO:when=30+120'],
])(
  'after a power failure of %s all that was acknowledged is there',
  { meta: { missing: noStrace }, timeout: 240_000 },
  async (_, fault) => {
    const upstream = startVendor()
    const server = await startServerProcess({
      env: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: upstream.origin }), LOG_LEVEL: 'error' },
    })
    try {
      await server.seed('acme', { hubspot: 'a-token-of-hubspot' })
      const files = names.map((name) => join(server.dataDir, name))
      const trace = await traceWrites(server.child.pid, files, fault)
      const start = new Map(names.map((name) => [name, readFileSync(join(server.dataDir, name))]))
      const { calls, writes, changes, shown } = await load(server)
      const events = await trace.stop()

      const failed = events.filter((event) => event.kind === 'synced' && !event.ok).length
      // If the provider had answered before the failure, the entry stands in a line of the log until it is stored.
      const logged = loggedCalls(server.output.stdout)
      const lost = { calls: 0, writes: 0, given: 0, changes: 0, shown: 0 }
      for (const { at, image } of imagesOf(start, events)) {
        const found = await readImage(image)
        lost.calls += missing(calls, at, found.calls).filter((id) => !logged.has(id)).length
        // Each write has an intent or an entry from before the vendor received it.
        lost.writes += missing(writes, at, found.traces).length
        lost.given += missing(upstream.given, at, found.traces).length
        lost.shown += missing(shown, at, found.calls).length
        lost.changes += missing(changes, at, found.tenants).length
      }
      expect(lost).toEqual({ calls: 0, writes: 0, given: 0, changes: 0, shown: 0 })
      expect(upstream.given.length).toBeGreaterThanOrEqual(enough.writes)
      expect(shown.length).toBeGreaterThan(enough.calls / 10)
      expect(failed > 0).toBe(fault !== undefined)
    } finally {
      await server.stop()
      await upstream.stop()
    }
  },
)
