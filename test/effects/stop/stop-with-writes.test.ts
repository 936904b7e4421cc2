// Test lanes: long, slow

import { expect, test } from 'vitest'
import { sharedMongodb, withDatabase } from '../../mongodb-uri.ts'
import { type StopCase, stopWithWrites } from './stop-with-writes.ts'

/** As docs/deployment.md promises; Helm's chart and the manifest kill the process later. */
const mostSeconds = 40

const cases: readonly (StopCase & { readonly want: object })[] = [
  // Their callers get the answers.
  { writes: 30, answersAfterMs: 1500, want: { statuses: { 201: 30 }, outcomes: { ok: 30 } } },
  // Nobody waits for these, and yet they are known.
  { writes: 30, isHungUp: true, answersAfterMs: 1500, want: { statuses: { 0: 30 }, outcomes: { done: 30 } } },
  // These would hold the stop for as long as the vendor likes.
  { writes: 30, want: { statuses: { 504: 30 }, outcomes: { unknown: 30 } } },
  { writes: 30, isHungUp: true, want: { statuses: { 0: 30 }, outcomes: { unknown: 30 } } },
]

test('a stop waits for the answers of writes, ends in time without them, and what became of each stands in the log', async () => {
  const isShared = process.env.TEST_STORE === 'mongodb'
  const stops = cases.map(async ({ want, ...each }, n) => {
    const env: Record<string, string> = isShared
      ? { MONGODB_URI: withDatabase(sharedMongodb(), `patchbay-test-stop-${n}`) }
      : {}
    const { seconds, ...stopped } = await stopWithWrites({ ...each, env })
    expect(stopped).toEqual({ exitCode: 0, ...want })
    expect(seconds).toBeLessThan(mostSeconds)
  })
  await Promise.all(stops)
}, 120_000)
