// Test lanes: mongodb, long

import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { afterAll, expect, test } from 'vitest'
import { onlyJobs } from '../gateway.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { startAuthorizationServer } from '../providers/authorization-server.ts'
import type { ServerProcess } from '../server-process.ts'
import { startServerProcess } from '../server-process.ts'

const makeKey = (kid: string): string => `${kid}:${randomBytes(32).toString('base64url')}`
const [oldKey, newKey] = [makeKey('old'), makeKey('new')]
const reSealCron = '0 0 3 1 *'
/** Between the calls of a caller: enough calls for each moment of a restart, and no more. */
const paceMs = 60
const tenants = Array.from({ length: 12 }, (_, n) => `tenant-${n}`)
const MONGODB_URI = withDatabase(sharedMongodb(), 'patchbay-test-key-rotation')

const auth = startAuthorizationServer()
afterAll(() => auth.stop())

/** Gateways behind a balancer, which sends calls to its members in turn. */
const startGateways = async (count: number, keys: string) => {
  const running: ServerProcess[] = []
  const underWay = new Map<ServerProcess, Set<Promise<unknown>>>()
  let turn = 0

  const start = async (at: number, keysNow: string): Promise<void> => {
    const PROVIDER_ORIGINS = JSON.stringify({ hubspot: auth.origin })
    const env = { MONGODB_URI, PROVIDER_ORIGINS, PATCHBAY_KEYS: keysNow, CRONS: onlyJobs({ 're-seal': reSealCron }) }
    const gateway = await startServerProcess({ env })
    underWay.set(gateway, new Set())
    running[at] = gateway
  }
  for (let at = 0; at < count; at++) await start(at, keys)

  return {
    running,
    /** Sends a call to the next gateway and returns the status. */
    async call(tenant: string): Promise<number> {
      const inIt = [...underWay.keys()]
      const gateway = inIt[turn++ % inIt.length]
      if (!gateway) throw new Error('no gateway is in the balancer')
      const answer = callAt(gateway, tenant)
      underWay.get(gateway)?.add(answer)
      const status = await answer
      underWay.get(gateway)?.delete(answer)
      return status
    },
    /** Restarts one gateway after the other with new keys. Each leaves the balancer during its restart. */
    async roll(keysNow: string, after: (at: number) => Promise<void>): Promise<void> {
      for (const [at, gateway] of [...running.entries()]) {
        const left = underWay.get(gateway)
        underWay.delete(gateway)
        await Promise.all(left ?? [])
        await gateway.end('SIGTERM')
        await gateway.stop()
        await start(at, keysNow)
        await after(at)
      }
    },
    stop: () => Promise.all(running.map((gateway) => gateway.stop())),
  }
}

const callAt = async (gateway: ServerProcess, tenant: string): Promise<number> => {
  const list = { action: 'list', object_type: 'contacts' }
  return (await gateway.call(tenant, 'hubspot', list, { headers: { 'cache-control': 'no-cache' } })).status
}

/** The ids of the keys that sealed any value in the database. */
const sealedBy = async (): Promise<Set<string>> => {
  const client = new MongoClient(MONGODB_URI)
  try {
    const collections = await client.db().collections()
    const all = await Promise.all(collections.map((collection) => collection.find().toArray()))
    // The header of a compact JWE with an empty encrypted key (RFC 7516, section 3.1).
    const headers = JSON.stringify(all).matchAll(/"(eyJ[\w-]+)\.\.[\w-]+\.[\w-]+\.[\w-]+/g)
    return new Set([...headers].map(([, header = '']) => JSON.parse(Buffer.from(header, 'base64url').toString()).kid))
  } finally {
    await client.close()
  }
}

test('a new key on two gateways, one restarted after the other: no call fails, and nothing is left under the old key', {
  timeout: 120_000,
}, async () => {
  const gateways = await startGateways(2, oldKey)
  const [first] = gateways.running
  for (const tenant of tenants) {
    const { access_token, refresh_token } = auth.authorize()
    await first?.seed(tenant, { hubspot: access_token })
    const account = { tenant_id: tenant, provider: 'hubspot', account_id: 'main' }
    await first?.admin('POST', '/admin/seed-oauth', { ...account, ...auth.seedFor(refresh_token) })
  }

  const statuses: number[] = []
  let isRunning = true
  const load = Array.from({ length: 6 }, async (_, n) => {
    for (let turn = n; isRunning; turn++) {
      statuses.push(await gateways.call(tenants[turn % tenants.length] ?? ''))
      await setTimeout(paceMs)
    }
  })
  /** Lets the restarted gateway seal tokens, which the other one then opens. */
  const refreshAt = async (at: number): Promise<void> => {
    const gateway = gateways.running[at]
    if (!gateway) return
    const expired = { access_token: 'it-has-expired', expires_at: Math.floor(Date.now() / 1000) - 60 }
    for (const tenant of tenants.slice(at * 3, at * 3 + 3)) {
      await gateway.admin('PUT', `/admin/tokens/${tenant}/hubspot/main`, expired)
      statuses.push(await callAt(gateway, tenant))
    }
  }
  const roll = (keys: string) => gateways.roll(keys, refreshAt)

  try {
    await roll(`${oldKey},${newKey}`)
    expect(await sealedBy()).toEqual(new Set(['old']))
    await roll(`${newKey},${oldKey}`)
    expect(await sealedBy()).toEqual(new Set(['old', 'new']))
    let left = Number.NaN
    while (left !== 0) {
      const { body } = (await gateways.running[0]?.admin('POST', '/admin/run-cron', { cron: reSealCron })) ?? {}
      left = body.results[0].result.left
    }
    expect(await sealedBy()).toEqual(new Set(['new']))
    await roll(newKey)
  } finally {
    isRunning = false
    await Promise.allSettled(load)
    await gateways.stop()
  }
  expect(await sealedBy()).toEqual(new Set(['new']))
  expect(statuses.length).toBeGreaterThan(100)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  console.log(`${statuses.length} calls while two gateways were given a new key: 0 failed`)
})
