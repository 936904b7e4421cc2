// Test lanes: mongodb, long

/** Two gateways change the same tenants, and again and again one of them is killed, wherever it is, and started anew. */
import { MongoClient } from 'mongodb'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../empty-database.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { times } from '../times.ts'

const kills = times(20)
const tenants = Array.from({ length: 6 }, (_, n) => `tenant-${n}`)

/** Changed by nobody but the gateway that is about to be killed. */
const quiet = ['quiet-0', 'quiet-1', 'quiet-2']

/** 17 s are promised. MongoDB by itself keeps what a dead gateway has locked for more than a minute; a busy machine is not a failure. */
const mostHeldMs = 40_000

/** A transaction in which no command has come for so long is a dead gateway's. */
const leftMs = 1500

const database = withDatabase(sharedMongodb(), 'patchbay-test-kills')

const start = () => startServerProcess({ env: { MONGODB_URI: database } })

/** Counts the transactions that are older than any of a living gateway. */
const countLeft = async (client: MongoClient): Promise<number> => {
  const left = { type: 'idleSession', 'transaction.timeOpenMicros': { $gt: leftMs * 1000 } }
  const idle = [{ $currentOp: { idleSessions: true } }, { $match: left }]
  return (await client.db('admin').aggregate(idle).toArray()).length
}

/** Changes each tenant at the gateways that are there, one change after the other, and remembers how long it got no answer of success. */
const putLoad = (gateways: readonly ServerProcess[]) => {
  const held = new Map<string, number>()
  const killed = new Set<ServerProcess>()
  let ended = false
  const changeAt = async (index: number, tenant: string): Promise<void> => {
    for (let n = 0, since = performance.now(), last = gateways[index]; !ended; n++) {
      const gateway = gateways[index]
      if (gateway !== last) [since, last] = [performance.now(), gateway]
      const answer = gateway?.admin('PATCH', `/admin/tenants/${tenant}`, { name: `${tenant} ${n}` })
      const status = await answer?.then(
        ({ status }) => status,
        () => 0,
      )
      // An unanswered request to a killed gateway proves nothing.
      if (gateway && killed.has(gateway)) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        continue
      }
      held.set(tenant, Math.max(held.get(tenant) ?? 0, performance.now() - since))
      if (status === 200) since = performance.now()
      else if (status !== 503) throw new Error(`${status} for a change of ${tenant}`)
    }
  }
  const changing = Promise.all([0, 1].flatMap((index) => tenants.map((tenant) => changeAt(index, tenant))))
  return {
    held,
    killed,
    async end() {
      ended = true
      await changing
    },
  }
}

/** Tells if a gateway treats a tenant as the store has it. Gateways cache tenants, and hear of a change with its commit or not at all. */
const isHeard = async (gateway: ServerProcess, tenant: string): Promise<boolean> => {
  const [stored, called] = [
    await gateway.admin('GET', `/admin/tenants/${tenant}`),
    await gateway.call(tenant, 'nosuch', {}),
  ]
  return (stored.body.status === 'suspended') === (called.body.code === 'TENANT_SUSPENDED')
}

test('no kill blocks the other gateway for long or keeps a change from it, and every start succeeds', {
  timeout: 900_000,
}, async () => {
  await emptyDatabase(database)
  const client = await MongoClient.connect(database)
  onTestFinished(() => client.close())
  const gateways = [await start(), await start()]
  onTestFinished(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()))
  })
  for (const tenant of [...tenants, ...quiet]) await gateways[0]?.seed(tenant, {})
  const load = putLoad(gateways)
  let leftOpen = 0
  const startsMs: number[] = []
  for (let n = 0; n < kills; n++) {
    const victim = gateways[n % 2] as ServerProcess
    await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 1500))
    const survivor = gateways[(n + 1) % 2] as ServerProcess
    for (const tenant of quiet) await expect.poll(() => isHeard(survivor, tenant)).toBe(true)
    const status = n % 2 ? 'active' : 'suspended'
    for (const tenant of quiet) victim.admin('PATCH', `/admin/tenants/${tenant}`, { status }).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
    load.killed.add(victim)
    await victim.end('SIGKILL')
    const startedAt = performance.now()
    const starting = start()
    await new Promise((resolve) => setTimeout(resolve, leftMs + 200))
    leftOpen += Number((await countLeft(client)) > 0)
    const next = await starting
    startsMs.push(performance.now() - startedAt)
    gateways[n % 2] = next
    for (const tenant of quiet) await expect.poll(() => isHeard(survivor, tenant)).toBe(true)
    expect([next.child.exitCode, next.output.stderr]).toEqual([null, ''])
  }
  // The last gateway's transactions are freed as well.
  for (const tenant of tenants) {
    const change = async () => (await gateways[0]?.admin('PATCH', `/admin/tenants/${tenant}`, { name: 'Last' }))?.status
    await expect.poll(change, { timeout: mostHeldMs, interval: 500 }).toBe(200)
  }
  await load.end()
  const mostMs = Math.round(Math.max(...load.held.values()))
  console.info(
    `${kills} kills; after ${leftOpen} of them a dead gateway had a transaction open; the longest wait ${mostMs} ms, the longest start ` +
      `${Math.round(Math.max(...startsMs))} ms`,
  )
  expect(leftOpen).toBeGreaterThan(0)
  expect(mostMs).toBeLessThan(mostHeldMs)
})
