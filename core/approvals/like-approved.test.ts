import { expect, test } from 'vitest'
import type { Roles } from '../provider/index.ts'
import { isLikeApproved } from './like-approved.ts'

const mail: Roles = {
  recipient: ['/to', '/attendees/email'],
  text: ['/text', '/meta/note'],
  amount: { at: ['/amount'], unit: 'minor' },
}

test.each<[given: object, approved: object, want: boolean]>([
  [{ to: ['a'], text: 'x', folder: 1 }, { to: ['a', 'b'], text: 'y', folder: 1 }, true],
  [{ to: 'a' }, { to: ['a'] }, true],
  [{ to: ['a', 'c'] }, { to: ['a', 'b'] }, false],
  [{ text: 'x' }, { to: ['a'] }, true],
  [{ to: ['a'], text: 'x' }, { to: ['a'] }, true],
  [{ to: ['a'], bcc: ['e'] }, { to: ['a'] }, false],
  [{ to: ['a'], folder: 2 }, { to: ['a'], folder: 1 }, false],
  [{ to: ['a'] }, { to: ['a'], folder: 1 }, false],
  [{ amount: 5 }, { amount: 6 }, true],
  [{ amount: 7 }, { amount: 6 }, false],
  [{ amount: -1 }, { amount: 6 }, false],
  [{}, { amount: 6 }, false],
  [{ amount: 5 }, {}, false],
  [{ amount: '5.5' }, { amount: 6 }, true],
  [
    { attendees: [{ email: 'a', optional: true }] },
    { attendees: [{ email: 'b' }, { email: 'a', optional: true }] },
    true,
  ],
  [{ attendees: [{ email: 'a', optional: false }] }, { attendees: [{ email: 'a', optional: true }] }, false],
  [{ attendees: [{ email: 'c' }] }, { attendees: [{ email: 'a' }] }, false],
  [{ meta: { note: 'x', id: 1 } }, { meta: { note: 'y', id: 1 } }, true],
  [{ meta: { note: 'x', id: 2 } }, { meta: { note: 'y', id: 1 } }, false],
])('%j passes by a yes to %j: %s', (given, approved, want) => {
  expect(isLikeApproved(mail, approved as Record<string, unknown>, given as Record<string, unknown>)).toBe(want)
})

test('an action without roles passes with equal parameters only', () => {
  expect([
    isLikeApproved(undefined, { a: 1, b: [2] }, { b: [2], a: 1 }),
    isLikeApproved(undefined, { a: 1 }, { a: 2 }),
  ]).toEqual([true, false])
})
