import { expect, test } from 'vitest'
import type { Roles } from '../provider/index.ts'
import { isLikeApproved } from './like-approved.ts'

const mail: Roles = {
  recipient: ['/to', '/attendees/email', '/shares/to'],
  text: ['/text', '/meta/note', '/attendees/note'],
  amount: { at: ['/amount', '/shares/amount'], unit: 'minor' },
}

test.each<[given: object, approved: object, want: boolean]>([
  [{ to: ['a'], text: 'x', folder: 1 }, { to: ['a', 'b'], text: 'y', folder: 1 }, true],
  [{ to: 'a' }, { to: ['a'] }, true],
  [{ to: ['a', 'c'] }, { to: ['a', 'b'] }, false],
  // Without any recipient the vendor may choose one: an invoice then goes to the address that it has.
  [{ text: 'x' }, { to: ['a'] }, false],
  [{ to: null }, { to: ['a'] }, false],
  [{ to: [] }, { to: ['a'] }, false],
  [{ attendees: [] }, { attendees: [{ email: 'a' }] }, false],
  [{ attendees: [{ email: 'a' }] }, { to: 'b', attendees: [{ email: 'a' }] }, true],
  [{ text: 'x' }, { text: 'y' }, true],
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
  [{ to: ['a', 'a'] }, { to: ['a', 'b'] }, false],
  [{ attendees: [{ email: 'a' }, { email: 'a' }] }, { attendees: [{ email: 'a' }, { email: 'b' }] }, false],
  [
    {
      shares: [
        { to: 'a', amount: 5 },
        { to: 'a', amount: 5 },
      ],
    },
    { shares: [{ to: 'a', amount: 5 }] },
    false,
  ],
  [
    { shares: [{ to: 'a', amount: 4 }] },
    {
      shares: [
        { to: 'b', amount: 1 },
        { to: 'a', amount: 5 },
      ],
    },
    true,
  ],
  [{ meta: { note: 'x', id: 1 } }, { meta: { note: 'y', id: 1 } }, true],
  [{ meta: { note: 'x', id: 2 } }, { meta: { note: 'y', id: 1 } }, false],
])('%j passes by a yes to %j: %s', (parameters, approved, want) => {
  expect(isLikeApproved(mail, approved as Record<string, unknown>, parameters as Record<string, unknown>)).toBe(want)
})

test('an action without roles passes with equal parameters only', () => {
  expect([
    isLikeApproved(undefined, { a: 1, b: [2] }, { b: [2], a: 1 }),
    isLikeApproved(undefined, { a: 1 }, { a: 2 }),
  ]).toEqual([true, false])
})

test('a list of many takes no time for each pair of them', () => {
  const many = (count: number, note: number) => Array.from({ length: count }, (_, n) => ({ email: `a${n}`, note }))
  const to = Array.from({ length: 20_000 }, (_, n) => `a${n}@example.com`)
  expect([
    isLikeApproved(mail, { attendees: many(5000, 0), to }, { attendees: many(5000, 1), to: to.toReversed() }),
    isLikeApproved(mail, { attendees: many(5000, 0) }, { attendees: many(5000, 1).toReversed() }),
    isLikeApproved(mail, { to }, { to: [...to, 'eve@example.org'] }),
  ]).toEqual([true, false, false])
})
