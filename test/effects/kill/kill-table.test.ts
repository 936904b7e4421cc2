// Test lanes: both-stores, long-on-mongodb, slow

import { expect, test } from 'vitest'
import { sharedMongodb, withDatabase } from '../../mongodb-uri.ts'
import { killSteps } from './kill-steps.ts'
import { makeKillTable } from './kill-table.ts'

/** A step is one place in the code; `bun run long` kills thirty times at each, on both stores. */
const times = 1

test('wherever a gateway is killed, what the vendor has carried out stands in the log, and nothing is done twice', async () => {
  const isShared = process.env.TEST_STORE === 'mongodb'
  const env: Record<string, string> = isShared
    ? { MONGODB_URI: withDatabase(sharedMongodb(), 'patchbay-test-kill') }
    : {}
  const rows = await makeKillTable({ times, env })
  const faults = rows.filter(({ withoutTrace, doubled, wrong }) => withoutTrace + doubled + wrong > 0)
  expect(faults).toEqual([])
  const effects = Object.fromEntries(rows.map(({ step, effects }) => [step, effects]))
  // The table shows something only if the gateways died where they were to.
  expect(effects).toMatchObject({
    'before the intent': 0,
    'after the intent': 0,
    'vendor has it': times,
    closed: times,
  })
  const ok = rows.filter(({ ok }) => ok === times).map(({ step }) => step)
  expect(ok).toEqual(['entry written', 'closed'])
  const unknown = rows.filter(({ unknown }) => unknown === times).map(({ step }) => step)
  expect(unknown).toEqual(killSteps.slice(1, 6))
})
