// Test lanes: slow, long

import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { answer, startScripted } from '../providers/scripted.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { missingStrace, traceWrites } from './trace-writes.ts'

const missing = missingStrace()

const upstream = await startScripted(answer(200, { results: [] }))
afterAll(() => upstream.stop())

const env = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: upstream.origin }), LOG_LEVEL: 'error' }
let server: ServerProcess
beforeEach(async () => {
  server = await startServerProcess({ env })
  await server.seed('acme', { hubspot: 'a-token-of-hubspot' })
})
afterEach(() => server.stop())

const put = (id: string) =>
  server.admin('PUT', `/admin/tenants/${id}`, { name: 'Made', status: 'active', providers: {} })
const call = () =>
  server.call(
    'acme',
    'hubspot',
    { action: 'list', object_type: 'contacts' },
    { headers: { 'cache-control': 'no-cache' } },
  )
const health = async () => {
  const { status, body } = await server.send('GET', '/health', {})
  return [status, body.services]
}
const fail = (file: string, fault: string) =>
  traceWrites(server.child.pid, [join(server.dataDir, file)], `${fault}:when=1+1`)

test.skipIf(missing)(
  'a configuration that can not be written is down until it can, and calls go on',
  { meta: { missing } },
  async () => {
    const trace = await fail('patchbay.sqlite-wal', 'pwrite64:error=ENOSPC')
    expect(await put('refused')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE', retry_after: 1 } })
    expect(await health()).toEqual([503, { kv: 'down', d1: 'up' }])
    expect((await server.admin('GET', '/admin/tenants/acme')).status).toBe(200)
    expect((await call()).status).toBe(200)
    await trace.stop()
    // Nobody writes anything meanwhile.
    await expect.poll(health).toEqual([200, { kv: 'up', d1: 'up' }])
    expect((await server.admin('GET', '/admin/tenants/refused')).status).toBe(404)
    expect((await put('made')).status).toBe(201)
  },
)

test.skipIf(missing)(
  'an audit log that can not be synced is down until it can, and no provider is called',
  { meta: { missing } },
  async () => {
    expect((await call()).status).toBe(200)
    const asked = upstream.requests.length
    const trace = await fail('audit.sqlite-wal', 'fdatasync,fsync:error=EIO')
    // The provider has answered by the time the sync fails.
    expect((await call()).status).toBe(200)
    expect(await health()).toEqual([503, { kv: 'up', d1: 'down' }])
    for (const _ of [1, 2, 3]) expect(await call()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(upstream.requests).toHaveLength(asked + 1)
    await trace.stop()
    await expect.poll(health).toEqual([200, { kv: 'up', d1: 'up' }])
    const { body } = await server.admin('GET', '/admin/audit?source=rest&tenant=acme')
    expect(body.entries).toHaveLength(5)
  },
)

test.skipIf(missing)(
  'a log that reads otherwise after a failed sync ends the process, which says why',
  { meta: { missing } },
  async () => {
    expect((await put('kept')).status).toBe(201)
    const trace = await fail('patchbay.sqlite-wal', 'fdatasync,fsync:error=EIO')
    expect((await put('refused')).status).toBe(503)
    // As Btrfs does: what could not be written is no longer in the cache either.
    const log = openSync(join(server.dataDir, 'patchbay.sqlite-wal'), 'r+')
    const { size } = Bun.file(join(server.dataDir, 'patchbay.sqlite-wal'))
    writeSync(log, Buffer.alloc(4096), 0, 4096, size - 4096)
    await trace.stop()
    expect(await server.exited).not.toBe(0)
    expect(server.output.stderr).toMatch(/patchbay\.sqlite-wal lost writes/)

    server = await startServerProcess({ env, dataDir: server.dataDir, adminKey: server.adminKey })
    expect((await server.admin('GET', '/admin/tenants/kept')).status).toBe(200)
    expect((await server.admin('GET', '/admin/tenants/refused')).status).toBe(404)
  },
)

test.skipIf(missing)(
  'a disk that stands still in the middle of a sync holds no change for longer than 5 s, and is down until it goes on',
  { meta: { missing }, timeout: 120_000 },
  async () => {
    const stallMs = 12_000
    const wal = join(server.dataDir, 'patchbay.sqlite-wal')
    const trace = await traceWrites(server.child.pid, [wal], `fdatasync,fsync:delay_enter=${stallMs * 1000}`)
    // After a quick sync the next one may be on the main thread, which holds everything: this is not the one that is looked at.
    await put('first')
    const startedAt = performance.now()
    const second = put('second')
    expect(await second).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE', retry_after: 1 } })
    expect(performance.now() - startedAt).toBeLessThan(stallMs)
    expect(await health()).toEqual([503, { kv: 'down', d1: 'up' }])
    await trace.stop()
    await expect.poll(health, { timeout: 60_000 }).toEqual([200, { kv: 'up', d1: 'up' }])
    expect((await put('third')).status).toBe(201)
    expect((await server.admin('GET', '/admin/tenants/third')).status).toBe(200)
  },
)
