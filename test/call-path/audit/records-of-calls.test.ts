// Test lanes: slow, long

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { recordRefusedCalls } from './records-of-calls.ts'

const file = join(import.meta.dirname, 'fixtures/records.json')

/** A line a call, so that a change of one is a change of one line. */
const print = ({ calls, counters }: Awaited<ReturnType<typeof recordRefusedCalls>>): string => {
  const lines = calls.map((call) => `    ${JSON.stringify(call)}`).join(',\n')
  return `{\n  "calls": [\n${lines}\n  ],\n  "counters": ${JSON.stringify(counters)}\n}\n`
}

/** `UPDATE_RECORDS=1` writes them anew: look at what changed before you commit it. */
it('calls that are refused, at any step and by any way, leave what they always left', {
  timeout: 300_000,
}, async () => {
  const recorded = await recordRefusedCalls()
  if (process.env.UPDATE_RECORDS === '1') writeFileSync(file, print(recorded))
  const known = JSON.parse(readFileSync(file, 'utf8'))
  expect(recorded.calls.length).toBe(303)
  expect(JSON.parse(print(recorded))).toEqual(known)
})
