import { expect, test } from 'vitest'
import { currentMs, isoTime } from '../../time.ts'
import { buildResolvingEntry, resolvingId } from './resolving-entry.ts'

test('the entry that resolves a call has an id of its own, of the call’s time, which everyone finds', () => {
  const id = Bun.randomUUIDv7('hex', 1_767_225_600_000)
  const resolving = resolvingId(id)
  expect(resolving).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(resolving.slice(0, 13)).toBe(id.slice(0, 13))
  expect(resolving).not.toBe(id)
  expect(resolvingId(id)).toBe(resolving)
})

test.each([
  ['done', undefined, 200, true],
  ['done', 201, 201, true],
  ['absent', 422, 422, false],
] as const)('a call that is found to be %s with the status %s is recorded so', (as, status, recorded, billable) => {
  const call = {
    at: isoTime(currentMs()),
    id: Bun.randomUUIDv7(),
    tenant: 'acme',
    action: 'create',
    key: 'hubspot/main',
    token_id: null,
    request_id: null,
  }
  const finding = { as, source: 'job', reason: 'seen', ...(status !== undefined && { status }) } as const
  expect(buildResolvingEntry(call, finding)).toMatchObject({
    status: recorded,
    billable,
    resolved_as: as,
    resolves: call.id,
  })
})
