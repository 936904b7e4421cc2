import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store, StorePart } from '@patchbay/core/store'
import { asUnixSeconds } from '@patchbay/core/time'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Exchange } from '../http/exchange.ts'
import { openSqliteStore } from '../store/sqlite/index.ts'
import { createHealth, type HealthParts, healthRoute } from './health.ts'
import { createStoreWatch } from './store-watch.ts'

let folder: string
let store: Store
/** The clock of these tests, in milliseconds. */
let time: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-health-'))
  store = openSqliteStore(folder)
  time = Date.parse('2026-11-20T12:00:00Z')
})

afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** `asked`: the store that is pinged. */
const healthOf = ({
  pinged = store,
  ...parts
}: Partial<HealthParts> & { pinged?: Pick<Store, 'ping' | 'isUp'> } = {}) => {
  const watch = createStoreWatch(pinged)
  onTestFinished(() => watch.close())
  return createHealth({
    store,
    watch,
    auditLog: { writable: true },
    providers: 2,
    now: () => new Date(time),
    ...parts,
  })
}

const putToken = async (account: string, expiresAt: number | null): Promise<void> => {
  const accounts = ['a', 'b', 'c', 'd'].map((id) => ({ id, label: id }))
  const options = { allow_raw: false, tools: 'domains' } as const
  const providers = { hubspot: { accounts, default: 'a' } }
  const now = new Date(time)
  await store.tenants.put('acme', { name: 'Acme', status: 'active', providers, options }, { now, prune: false })
  const ref = { tenant: 'acme', provider: 'hubspot', account }
  await store.credentials.put(
    ref,
    { sealed: 'x', token_type: 'Bearer', expires_at: expiresAt === null ? null : asUnixSeconds(expiresAt) },
    now,
  )
}

/** A store with the given ping, and how often each part was pinged. */
const pingedStore = (ping: (part: StorePart) => Promise<void>) => {
  const pings = { configuration: 0, audit: 0 }
  const ask = (part: StorePart) => {
    pings[part]++
    return ping(part)
  }
  return { pings, store: { isUp: () => true, ping: ask } }
}

const seconds = (from: number): number => Math.floor(time / 1000) + from

describe('GET /health', () => {
  test('an empty gateway is healthy', async () => {
    const request = new Request('http://localhost/health')
    const reply = await healthRoute(healthOf()).handle(new Exchange(request, {}, '127.0.0.1', 'r'))
    expect(reply.status).toBe(200)
    expect(JSON.parse(String(reply.body))).toEqual({
      status: 'healthy',
      services: { kv: 'up', d1: 'up' },
      tokens: { total: 0, expiring_soon: 0, expired: 0 },
      providers: 2,
    })
  })

  test('tokens are counted: valid, without expiry, expiring within 24 h, expired; an expired token means degraded', async () => {
    await putToken('a', seconds(25 * 3600))
    await putToken('b', null)
    await putToken('c', seconds(23 * 3600))
    expect(await healthOf().report()).toMatchObject({
      status: 'healthy',
      tokens: { total: 3, expiring_soon: 1, expired: 0 },
    })
    await putToken('d', seconds(-1))
    expect(await healthOf().report()).toMatchObject({
      status: 'degraded',
      tokens: { total: 4, expiring_soon: 1, expired: 1 },
    })
  })

  test('a closed store is down in both parts: 503', async () => {
    const health = healthOf()
    await store.close()
    const request = new Request('http://localhost/health')
    const reply = await healthRoute(health).handle(new Exchange(request, {}, '127.0.0.1', 'r'))
    expect(reply.status).toBe(503)
    expect(JSON.parse(String(reply.body))).toMatchObject({ status: 'unhealthy', services: { kv: 'down', d1: 'down' } })
    store = openSqliteStore(folder)
  })

  test('the audit part is down while audit entries can not be written', async () => {
    expect(await healthOf({ auditLog: { writable: false } }).report()).toMatchObject({
      status: 'unhealthy',
      store: { configuration: 'up', audit: 'down' },
    })
  })

  test('a part that hangs is down after a second, and is not asked again while it hangs', async () => {
    const { pings, store } = pingedStore((part) => (part === 'audit' ? new Promise(() => {}) : Promise.resolve()))
    const health = healthOf({ pinged: store })
    for (const _ of [1, 2]) {
      expect(await health.report()).toMatchObject({
        status: 'unhealthy',
        store: { configuration: 'up', audit: 'down' },
      })
      time += 1000
    }
    expect(pings).toEqual({ configuration: 2, audit: 1 })
  })

  test('concurrent requests, and requests within a second, share one check', async () => {
    const { pings, store } = pingedStore(() => Promise.resolve())
    const health = healthOf({ pinged: store })
    await Promise.all(Array.from({ length: 50 }, () => health.report()))
    time += 999
    await health.report()
    expect(pings).toEqual({ configuration: 1, audit: 1 })
    time += 1
    await health.report()
    expect(pings).toEqual({ configuration: 2, audit: 2 })
  })

  test('counts are at most 5 s old, even after the clock was set back', async () => {
    const health = healthOf()
    await health.report()
    await putToken('a', null)
    time += 3999
    expect((await health.report()).tokens.total).toBe(0)
    time += 1000
    expect((await health.report()).tokens.total).toBe(1)
    await putToken('b', null)
    time -= 3_600_000
    expect((await health.report()).tokens.total).toBe(2)
  })
})
