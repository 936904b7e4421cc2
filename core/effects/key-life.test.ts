import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { approvalKeyMs, keyMs, unknownMs, untakenMs } from './key-life.ts'

test('keys last as long as callers are told', () => {
  const [hour, minute] = [3_600_000, 60_000]
  expect([keyMs, approvalKeyMs, unknownMs, untakenMs]).toEqual([24 * hour, 30 * 24 * hour, 10 * minute, 2 * minute])
  const page = readFileSync('docs/repeated-writes.md', 'utf8').replaceAll(/\s+/g, ' ')
  expect(page).toContain(
    "A caller's key lasts 24 hours, that of an approval 30 days, the call itself for as long as `refuse_duplicates` says, or for ten minutes",
  )
  expect(page).toContain('within two minutes, gets the answer that nobody took')
})
