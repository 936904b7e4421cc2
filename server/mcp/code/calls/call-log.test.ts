import { asUnixMs } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import { type CallLog, createCallLog } from './call-log.ts'
import type { DoneCall } from './given-results.ts'
import type { MakeCall } from './run-calls.ts'

/** Code that makes all its calls at once, eight at a time as the sandbox lets it, and rests when it can do nothing more. */
const runAll = (count: number, make: MakeCall, earlier: readonly DoneCall[] = []) => {
  const got: string[] = []
  const { promise: stopped, resolve: stop } = Promise.withResolvers<CallLog>()
  const log = createCallLog({ earlier, make, onWaiting: stop, onDifference: (error) => expect(error).toBeUndefined() })
  let next = 0
  let atOnce = 0
  const ended = Promise.withResolvers<readonly string[]>()
  /** As the sandbox does: it sends what it can, and then says that it rests. */
  const turn = (): void => {
    setImmediate(() => {
      for (; next < count && atOnce < 8; next++, atOnce++) send(next)
      if (got.length === count) ended.resolve(got)
      else log.rested()
    })
  }
  const send = (id: number): void => {
    let isParked = false
    const free = (): void => {
      atOnce--
      turn()
    }
    const park = (): void => {
      isParked = true
      free()
    }
    log
      .answer(id, `call ${id}`, park)
      .then(({ json }) => {
        got.push(json)
        if (isParked) turn()
        else free()
      })
      .catch(ended.reject)
  }
  turn()
  return { stopped, ended: ended.promise }
}

const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

const toEnd = (json: string, approvalId?: string) => ({ isError: false, json, approvalId, called: {} })

describe('calls that a program makes at once', () => {
  it.each([1, 7, 8, 9, 10, 30])('%i that wait for approval are asked for together', async (count) => {
    const { stopped } = runAll(count, async (nth) => toEnd('{}', `approval ${nth}`))
    const { asked: waiting, done } = await stopped
    expect(waiting.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, id) => id))
    expect(done).toEqual([])
  })

  it('are given to the continued code in an order that it can take, whatever waited and whatever was made beside it', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = (nth: number) => Math.abs(Math.sin(seed * 1000 + nth)) % 1
      const count = 1 + (seed % 25)
      const make: MakeCall = async (nth) => {
        for (let turns = random(nth) * 5; turns > 0; turns--) await pause()
        return nth === 0 || random(nth + 50) < 0.5 ? toEnd('{}', `approval ${nth}`) : toEnd(`made ${nth}`)
      }
      const { asked: waiting, done } = await runAll(count, make).stopped
      expect(waiting.length + done.length).toBe(count)
      const now = asUnixMs(0)
      const decided = waiting.map(({ id, json }) => ({ id, json, isError: false, result: `decided ${id}`, now }))
      const never: MakeCall = async (nth) => Promise.reject(new Error(`${nth} was made again`))
      const got = await runAll(count, never, [...done, ...decided]).ended
      expect(got).toEqual([...done, ...decided].map(({ result }) => result))
    }
  })

  it('of which one is too many to wait is asked for once the others are decided', async () => {
    const make: MakeCall = async (nth) =>
      nth < 3 ? toEnd('{}', `approval ${nth}`) : { ...toEnd('{}'), isError: true, isOneTooMany: true }
    const { asked: waiting, done } = await runAll(5, make).stopped
    expect([waiting.length, done.length]).toEqual([3, 0])
    const decided = waiting.map(({ id, json }) => ({ id, json, isError: false, result: 'decided', now: asUnixMs(0) }))
    const later = await runAll(5, async (nth) => toEnd('{}', `approval ${nth}`), decided).stopped
    expect(later.asked.map(({ id }) => id)).toEqual([3, 4])
  })
})
