// Test lanes: both-stores, long-on-mongodb, slow

import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFailed, onTestFinished, test } from 'vitest'
import { tokenOf } from '../../client.ts'
import { seeded } from '../../seeded.ts'
import { times } from '../../times.ts'
import { type Stage, startStageProcess } from '../stage.ts'
import { createRequests, readBackgroundFailures, startVendor } from './requests.ts'

const connections = times(500)
const atOnce = 16
/** The gateway has about a hundred megabytes; docs/production.md says that 512 are enough. */
const mostMegabytes = 400

/** The connections that the gateway has open, or doesn't close though their clients have (proc(5), `net/tcp`). */
const countConnections = (pid: number, port: string): number => {
  const local = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')} `
  const tables = ['tcp', 'tcp6'].map((table) => readFileSync(`/proc/${pid}/net/${table}`, 'utf8'))
  return tables
    .join('')
    .split('\n')
    .filter((line) => {
      const [, from = '', , state = ''] = line.trim().split(/\s+/)
      return `${from} `.endsWith(local) && (state === '01' || state === '08')
    }).length
}
const countProcesses = (pid: number): number =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).length
const readMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Withdraws the calls that wait for a person: a token may have no more than a hundred. */
const withdrawAll = async ({ admin, url }: Stage): Promise<void> => {
  for (;;) {
    const { approvals } = (await admin('GET', '/admin/approvals?tenant=acme&state=waiting')).body
    if (approvals.length === 0) return
    for (const { approval_id: id } of approvals) {
      const headers = { authorization: `Bearer ${tokenOf('acme')}` }
      const { status } = await fetch(`${url}/api/v1/acme/approvals/${id}`, { method: 'DELETE', headers })
      expect(status).toBe(200)
    }
  }
}

test(`${connections} connections broken off at random over all kinds of requests leave the gateway as it was`, async () => {
  const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31))
  onTestFailed(() => console.error(`again with CHAOS_SEED=${seed}`))
  const random = seeded(seed)
  const vendor = await startVendor(() => random() * 200)
  const stage = await startStageProcess({ hubspotOrigin: vendor.origin })
  onTestFinished(async () => {
    await stage.stop()
    await vendor.stop()
  })
  await stage.ready('acme')
  const { pid } = stage.child
  const requests = await createRequests(stage)
  const kinds = Object.entries(requests)
  const ofCode = kinds.filter(([kind]) => kind.startsWith('a run'))
  const others = kinds.filter((each) => !ofCode.includes(each))
  const { signal } = new AbortController()
  /** Duration of each kind without a break: code includes the start of its process, the others run once they have been loaded. */
  const durations = new Map<string, number>()
  for (const [kind, send] of [...kinds, ...others]) {
    const startedAt = performance.now()
    await send(signal)
    durations.set(kind, performance.now() - startedAt)
  }
  const processesBefore = countProcesses(pid)

  let left = connections
  let broken = 0
  const breakOff = async (drawn: typeof kinds): Promise<void> => {
    while (left-- > 0) {
      const [kind = '', send] = drawn[Math.floor(random() * drawn.length)] ?? []
      const caller = new AbortController()
      const sent = send?.(caller.signal).catch((error) => {
        if (!caller.signal.aborted) throw new Error(`${kind}: ${error}`, { cause: error })
        broken++
      })
      await wait(random() * (durations.get(kind) ?? 0))
      caller.abort()
      await sent
    }
  }
  // Most of its time code waits for a process. These always have some under way, within the bound of a tenant.
  await Promise.all(Array.from({ length: atOnce }, (_, n) => breakOff(n < 4 ? ofCode : others)))
  expect(broken).toBeGreaterThan(connections / 4)

  await withdrawAll(stage)
  for (const [kind, send] of kinds)
    await expect.poll(() => send(signal), { message: kind }).toBeOneOf([200, 201, 202, 400, 404])
  // Eight runs at once pass only if the broken-off ones have freed their places.
  const all = await Promise.all(Array.from({ length: 8 }, () => requests['a run']?.(signal)))
  expect(all).toEqual(all.map(() => 200))
  expect(await readBackgroundFailures(stage)).toEqual([])
  expect(readMegabytes(pid)).toBeLessThan(mostMegabytes)
  await expect.poll(() => countProcesses(pid)).toBeLessThanOrEqual(processesBefore + 2)
  // The remaining connections are those that the test's own client keeps for its next request.
  const { port } = new URL(stage.url)
  await expect.poll(() => countConnections(pid, port)).toBeLessThanOrEqual(2 * atOnce)

  expect(new Set(vendor.made).size).toBe(vendor.made.length)
  const audited = async () => {
    const { body } = await stage.admin('GET', '/admin/audit?action=create&limit=1000')
    const entries: { outcome: string }[] = body.entries
    return entries.filter(({ outcome }) => outcome !== 'error').length
  }
  await expect.poll(audited).toBeGreaterThanOrEqual(vendor.made.length)
}, 400_000)
