import { expect, test } from 'vitest'
import { resolvingId } from './resolving-entry.ts'

test('the entry that resolves a call has an id of its own, of the call’s time, which everyone finds', () => {
  const id = Bun.randomUUIDv7('hex', 1_767_225_600_000)
  const resolving = resolvingId(id)
  expect(resolving).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(resolving.slice(0, 13)).toBe(id.slice(0, 13))
  expect(resolving).not.toBe(id)
  expect(resolvingId(id)).toBe(resolving)
})
