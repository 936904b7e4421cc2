// Test lanes: slow

import { asUnixMs } from '@patchbay/core/time'
import { expect, onTestFinished, test } from 'vitest'
import type { AnswerCall } from './run-once.ts'
import { createRunPool } from './run-pool.ts'

const program = { parameters: '{}', startedAt: asUnixMs(0), seed: 1, entropy: '0'.repeat(32) }
const { signal } = new AbortController()
const by = (answer: AnswerCall, tenant = 'acme') => ({ tenant, answer, canRepeat: () => true, repeat() {} })
const give = (json: string) => ({ isError: false, json, now: asUnixMs(0) })

const startPool = () => {
  const pool = createRunPool({ mostThere: 1 })
  onTestFinished(() => pool.close())
  return pool
}

test('a call that a run did not wait for gives the next run in the process nothing', async () => {
  const pool = startPool()
  const late = Promise.withResolvers<void>()
  const first = { ...program, code: `call('a', 'b', {}); return 1` }
  await pool.run(
    first,
    by(() => late.promise.then(() => give('"of the first run"'))),
    signal,
  )

  const second = { ...program, code: `return await call('a', 'b', {})` }
  const { outcome } = await pool.run(
    second,
    by(async () => {
      late.resolve()
      // All that the first run's answer sets off comes before this one.
      await new Promise(setImmediate)
      return give('"of the second run"')
    }),
    signal,
  )
  expect(outcome).toEqual({ json: '"of the second run"' })
})

test('a fault of the gateway while it makes a call ends the run with that error', async () => {
  const pool = startPool()
  const fault = new Error('not foreseen')
  const code = { ...program, code: `await call('a', 'b', {})` }
  const failing = by(() => Promise.reject(fault))
  await expect(pool.run(code, failing, signal)).rejects.toBe(fault)
  expect((await pool.run({ ...program, code: 'return 1' }, failing, signal)).outcome).toMatchObject({ json: '1' })
})

test('a caller who hangs up while its calls are answered ends its own run alone', async () => {
  const pool = startPool()
  const code = { ...program, code: `await Promise.all(Array.from({ length: 8 }, () => call('a', 'b', {})))` }
  for (let n = 0; n < 4; n++) {
    const caller = new AbortController()
    const answers: (() => void)[] = []
    const running = pool.run(
      code,
      by(
        () =>
          new Promise((resolve) => {
            answers.push(() => resolve(give('1')))
            if (answers.length === 8) caller.abort(new Error('hung up'))
          }),
      ),
      caller.signal,
    )
    await expect(running).rejects.toThrow('hung up')
    for (const answer of answers) answer()
  }
  const after = { ...program, code: 'return 1' }
  expect(
    (
      await pool.run(
        after,
        by(async () => give('1')),
        signal,
      )
    ).outcome,
  ).toMatchObject({ json: '1' })
})
