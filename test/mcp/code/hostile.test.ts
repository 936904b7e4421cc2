// Test lanes: slow

import { asUnixMs, currentMs } from '@patchbay/core/time'
import { afterAll, describe, expect, it } from 'vitest'
import type { AnswerCall } from '../../../server/mcp/code/pool/run-once.ts'
import { createRunPool } from '../../../server/mcp/code/pool/run-pool.ts'
import type { RunEnd } from '../../../server/mcp/code/sandbox/messages.ts'
import { runLimits } from '../../../server/mcp/tools/run-limits.ts'
import { everyThird } from '../../times.ts'
import { hostileScripts } from './hostile-scripts.ts'

/** A run of one caller. */
const by = (answer: AnswerCall) => ({ tenant: 'acme', answer, canRepeat: () => true, repeat() {} })

const pool = createRunPool({ mostWaiting: 200, cpuMs: 300, silentMs: 3000 })
afterAll(pool.close)

/** The provider's answer, which must not leak. */
const secret = { id: 1, email: 'ada@example.com' }

interface Seen {
  readonly end: RunEnd | undefined
  readonly error: unknown
  readonly calls: readonly string[]
}

const runHostile = async (code: string): Promise<Seen> => {
  const calls: string[] = []
  const answer = async (_: number, json: string) => {
    calls.push(json)
    return { isError: false, json: JSON.stringify(secret), now: currentMs() }
  }
  try {
    const request = { code, parameters: '{}', startedAt: currentMs(), seed: 1, entropy: '0'.repeat(32) }
    return { end: await pool.run(request, by(answer), new AbortController().signal), error: undefined, calls }
  } catch (error) {
    return { end: undefined, error, calls }
  }
}

describe.each([...Map.groupBy(hostileScripts, ({ kind }) => kind)])('hostile code: %s', (_kind, scripts) => {
  it('ends, reaches nothing, and stays within its limits', async () => {
    const seen = await Promise.all(everyThird(scripts).map(async ({ code }) => ({ code, ...(await runHostile(code)) })))
    for (const { code, end, error, calls } of seen) {
      if (!end) expect([code, error]).toMatchObject([code, { code: 'TIMEOUT' }])
      expect([code, JSON.stringify(end?.outcome ?? {})]).toEqual([code, expect.not.stringContaining('"REACHED"')])
      expect(calls.length, code).toBeLessThanOrEqual(runLimits.calls)
      for (const json of calls) {
        const members = ['provider', 'action', 'parameters', 'options']
        expect([code, Object.keys(JSON.parse(json)).filter((name) => !members.includes(name))]).toEqual([code, []])
      }
      expect(end?.logs.join('').length ?? 0, code).toBeLessThanOrEqual(runLimits.logCharacters)
      expect(JSON.stringify(end ?? {}).length, code).toBeLessThan(3 * runLimits.resultBytes)
    }
  })
})

it('the code that runs next finds nothing of the code before', async () => {
  await runHostile(`globalThis.left = 1; Object.prototype.left = 2; Array.prototype.map = 3; return 1`)
  const codes = Array.from({ length: 4 }, () => `return [typeof left, {}.left, typeof [].map]`)
  for (const { end } of await Promise.all(codes.map(runHostile)))
    expect(end?.outcome).toEqual({ json: '["undefined",null,"function"]' })
})

it('the gateway holds nothing of the memory that they used', async () => {
  const before = process.memoryUsage().rss
  await Promise.all(Array.from({ length: 6 }, () => runHostile(`const a = []; while (true) a.push('x'.repeat(1e6))`)))
  expect(process.memoryUsage().rss - before).toBeLessThan(32 * 2 ** 20)
})

it('a process that is in a step without an end is gone when the gateway stops', async () => {
  const own = createRunPool({ cpuMs: 300, silentMs: 60_000 })
  const { promise: isCalled, resolve } = Promise.withResolvers<void>()
  const code = `await call('x', 'y'); return [].includes.call({ length: 2 ** 53 - 1 }, 1)`
  const answer = async () => {
    resolve()
    return { isError: false, json: '1', now: asUnixMs(0) }
  }
  const run = own.run(
    { code, parameters: '{}', startedAt: asUnixMs(0), seed: 1, entropy: '0'.repeat(32) },
    by(answer),
    new AbortController().signal,
  )
  run.catch(() => undefined)
  await isCalled
  await own.close()
  await expect(run).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

it('code that comes as the gateway stops is not begun', async () => {
  const own = createRunPool()
  const request = { code: 'return 1', parameters: '{}', startedAt: asUnixMs(0), seed: 1, entropy: '0'.repeat(32) }
  const run = own.run(
    request,
    by(async () => ({ now: asUnixMs(0), isError: false, json: '1' })),
    new AbortController().signal,
  )
  run.catch(() => undefined)
  await own.close()
  await expect(run).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
