// Test lanes: both-stores, slow

import { afterEach, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'
import { type StageProcess, searchFor, startStageProcess } from '../stage.ts'

let stage: StageProcess
let restarted: ServerProcess | undefined
afterEach(async () => {
  await restarted?.stop()
  await stage.stop()
})

const callers = 32
const enough = 1500

/** The request ids of all calls in the audit log, and how many of the calls nobody knows of. */
const readCalls = async (server: ServerProcess): Promise<{ recorded: Set<string>; unknown: number }> => {
  const recorded = new Set<string>()
  let unknown = 0
  let cursor = ''
  do {
    const { body } = await server.admin('GET', `/admin/audit?source=rest&limit=1000${cursor && `&cursor=${cursor}`}`)
    for (const { request_id, outcome } of body.entries) {
      recorded.add(request_id)
      if (outcome === 'unknown') unknown++
    }
    cursor = body.next_cursor ?? ''
  } while (cursor !== '')
  return { recorded, unknown }
}

/** Works until the server is gone. */
const untilGone = async (work: (n: number) => Promise<unknown>): Promise<void> => {
  for (let n = 0; ; n++) {
    try {
      await work(n)
    } catch {
      return
    }
  }
}

test('after kill -9 under load every answered call is in the audit log and on the bill, and every acknowledged change is there', async () => {
  stage = await startStageProcess()
  await stage.ready('acme')
  const billing = { plan: 'p', currency: 'EUR', included_calls: 0, price_per_call: '0.01' }
  expect((await stage.admin('PUT', '/admin/billing/acme', billing)).status).toBeLessThan(300)
  stage.hubspot.seed('contacts', { email: 'ada@example.com' })

  const answered: string[] = []
  const acknowledged: string[] = []
  const { promise: underLoad, resolve } = Promise.withResolvers<void>()
  const call = async (n: number): Promise<void> => {
    // Reads from the cache, reads past it and writes: each is recorded on its own way.
    const body = n % 3 === 0 ? { action: 'create', object_type: 'deals', properties: {} } : searchFor('ada@example.com')
    const headers: Record<string, string> = n % 3 === 1 ? { 'cache-control': 'no-cache' } : {}
    const answer = await stage.call('acme', 'hubspot', body, { headers })
    answered.push(answer.headers.get('x-request-id') ?? '')
    if (answered.length >= enough) resolve()
  }
  const administer = async (n: number): Promise<void> => {
    const path = `/admin/tenants/made-${n}`
    const { status } = await stage.admin('PUT', path, { name: `Made ${n}`, status: 'active', providers: {} })
    if (status === 201) acknowledged.push(path)
  }
  const load = [...Array.from({ length: callers }, () => untilGone(call)), untilGone(administer)]
  await underLoad
  await stage.end('SIGKILL')
  await Promise.all(load)

  const { dataDir, adminKey } = stage
  restarted = await startServerProcess({ dataDir, adminKey })
  if (process.env.TEST_STORE !== 'mongodb')
    expect(restarted.output.stdout).toMatch(/ [1-9]\d* audit entries are still being filed/)
  const { recorded } = await readCalls(restarted)
  const missing = answered.filter((id) => !recorded.has(id))
  expect(missing).toEqual([])
  expect(new Set(answered).size).toBe(answered.length)

  const server = restarted
  // Other gateways on MongoDB learn of a death after some seconds.
  await expect
    .poll(async () => {
      const { recorded, unknown } = await readCalls(server)
      const { totals, cost } = (await server.admin('GET', '/admin/usage/acme')).body
      return [totals.calls - recorded.size, cost.billable_calls - recorded.size + unknown]
    })
    .toEqual([0, 0])

  expect(acknowledged.length).toBeGreaterThan(0)
  for (const path of acknowledged) expect((await restarted.admin('GET', path)).status).toBe(200)
})
