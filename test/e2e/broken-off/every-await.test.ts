// Test lanes: long-on-mongodb, slow

import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startStage } from '../stage.ts'
import { createRequests, readBackgroundFailures, startVendor } from './requests.ts'

/**
 * Breaks by kind, 200 in all. Kinds that wait for a person or a process are broken off by the clock, as turns of the event loop that only
 * wait would keep the processor from that process.
 */
const times = {
  byTurn: { 'a read': 30, 'a write': 38, 'a stream': 38, 'an upload': 38, 'a download': 30 },
  byClock: { 'a call that waits': 6, 'a task': 4, 'a run': 8, 'a run that writes': 8 },
}

test('a request that is broken off at whichever turn of the event loop ends by itself alone, 200 times', async () => {
  let vendorMs = 0
  const vendor = await startVendor(() => vendorMs)
  const stage = await startStage({ hubspotOrigin: vendor.origin })
  onTestFinished(async () => {
    await stage.stop()
    await vendor.stop()
  })
  await stage.ready('acme')
  const requests = await createRequests(stage)
  const send = async (kind: string, signal = new AbortController().signal): Promise<number> =>
    (await requests[kind]?.(signal)) ?? 0

  /** Counts a request's turns. The gateway and its callers share the event loop: each turn is another place to break off at. */
  const countTurns = async (kind: string, takeTurn: () => Promise<void>): Promise<number> => {
    let turns = 0
    let isDone = false
    const sent = send(kind).finally(() => {
      isDone = true
    })
    for (; !isDone; turns++) await takeTurn()
    expect([kind, await sent]).toEqual([kind, expect.toBeOneOf([200, 201, 202])])
    return turns
  }
  const breakOff = async (kind: string, afterTurns: number, takeTurn: () => Promise<void>): Promise<boolean> => {
    const caller = new AbortController()
    const sent = send(kind, caller.signal).then(
      () => false,
      (error) => {
        if (caller.signal.aborted) return true
        throw error
      },
    )
    for (let turn = 0; turn < afterTurns; turn++) await takeTurn()
    caller.abort()
    return sent
  }
  const breakOffEach = async (kinds: Readonly<Record<string, number>>, takeTurn: () => Promise<void>) => {
    for (const [kind, count] of Object.entries(kinds)) {
      const turns = await countTurns(kind, takeTurn)
      let broken = 0
      for (let n = 0; n < count; n++) if (await breakOff(kind, Math.round((turns * n) / count), takeTurn)) broken++
      expect(broken, kind).toBeGreaterThan(0)
      await countTurns(kind, takeTurn)
    }
  }
  await breakOffEach(times.byTurn, setImmediate)
  // The calls of code are under way most of its time.
  vendorMs = 300
  await breakOffEach(times.byClock, () => wait(5))
  expect(await readBackgroundFailures(stage)).toEqual([])
}, 400_000)
