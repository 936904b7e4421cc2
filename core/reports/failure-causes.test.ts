import { expect, test } from 'vitest'
import { threadMs } from '../../test/thread-time.ts'
import type { EntryGroup } from '../store/index.ts'
import { createCauses } from './failure-causes.ts'

const failed = (reason: string, nth = 0): EntryGroup => {
  const id = `019f0000-0000-7000-8000-${String(nth).padStart(12, '0')}`
  const of = { outcome: 'error', source: 'rest', tenant: 'acme', action: 'get', token_id: null } as const
  return { ...of, key: 'hubspot/eu', status: 400, code: 'VALIDATION_ERROR', reason, entries: 1, first: id, last: id }
}

const causesOf = (...reasons: readonly string[]) => {
  const causes = createCauses()
  for (const [nth, reason] of reasons.entries()) causes.add(failed(reason, nth))
  return causes.list().map(({ calls, shared_reason }) => [calls, shared_reason])
}

test('reasons that differ in ids, numbers and times are one cause', () => {
  expect(causesOf('no contact con-12ab at 10:30', 'no contact con-99 at 7:05:01')).toEqual([[2, 'no contact']])
  expect(causesOf('no contact with a-b', 'no contact with a-c')).toHaveLength(2)
})

test('reasons made to be slow are read in time that grows with them alone', () => {
  const reasons = Array.from({ length: 1000 }, (_, nth) => `${'a-'.repeat(246)} ${nth}`)
  const began = threadMs()
  expect(causesOf(...reasons)).toMatchObject([[1000, expect.any(String)]])
  expect(threadMs() - began).toBeLessThan(1000)
})
