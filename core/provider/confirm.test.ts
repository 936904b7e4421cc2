import { describe, expect, test } from 'vitest'
import { findMade, holds, madeSince } from './confirm.ts'

const since = new Date('2026-11-26T10:00:00Z')
const began = new Date('2026-11-26T10:01:00Z')
const over = new Date('2026-11-26T10:01:30Z')
const times = { since, began, over }
const later = '2026-11-26T10:01:10Z'
const earlier = '2026-11-26T09:00:00Z'

describe('a change is shown by what is read', () => {
  const shows = (data: unknown, params: unknown) =>
    holds((members) => members, '/updated_at')(data, { params, ...times })

  test.each<[what: string, data: unknown, params: object]>([
    ['the same members among others', { title: 'A', body: 'B', updated_at: earlier }, { title: 'A' }],
    ['a number for a text', { amount: 5 }, { amount: '5' }],
    [
      'other spaces, and capitals in addresses',
      { email: 'ada@example.com', title: 'A ' },
      { email: 'Ada@example.com', title: 'A' },
    ],
    ['the same time written otherwise', { due: '2026-12-01T01:00:00+01:00' }, { due: '2026-12-01T00:00:00.000Z' }],
    [
      'a list in another order',
      { labels: [{ id: 1, name: 'b' }, { name: 'a' }] },
      { labels: [{ name: 'a' }, { name: 'b' }] },
    ],
    ['nothing where it was emptied', { note: null }, { note: '' }],
    ['members at any depth', { ticket: { status: { name: 'open', id: 1 } } }, { ticket: { status: { name: 'open' } } }],
    ['members that were not given', { title: 'A' }, { title: 'A', body: undefined }],
  ])('with %s', (_what, data, params) => {
    expect(shows(data, params)).toBe(true)
  })

  test.each<[what: string, data: unknown, params: object]>([
    ['capitals that were to change', { title: 'ada' }, { title: 'Ada' }],
    ['a list with more', { labels: ['a', 'b'] }, { labels: ['a'] }],
    ['a list that was to be emptied', { labels: ['a'] }, { labels: [] }],
  ])('%s are another value', (_what, data, params) => {
    expect(shows({ ...(data as object), updated_at: later }, params)).toBeUndefined()
  })

  test('it is not there if nothing was changed since then, and nothing is told after another change', () => {
    expect(shows({ title: 'old', updated_at: earlier }, { title: 'new' })).toBe(false)
    expect(shows({ title: 'other', updated_at: later }, { title: 'new' })).toBeUndefined()
    expect(shows({ title: 'old' }, { title: 'new' })).toBeUndefined()
    expect(shows(undefined, { title: 'new' })).toBeUndefined()
  })

  test('of nothing to compare nothing is told', () => {
    expect(shows({ title: 'A', updated_at: earlier }, { title: undefined })).toBeUndefined()
  })
})

describe('an item that was added is shown by a list', () => {
  const listed = { items: '/data', made: '/made', most: 3 } as const
  const shows = (data: unknown[], options = {}) =>
    madeSince({ ...listed, ...options, like: (params: object) => params, atLeast: (params: object) => params })(
      { data },
      { params: { title: 'A b' }, ...times },
    )
  const same = (time: unknown) => ({ title: 'A b', made: time })
  const other = (time: unknown) => ({ title: 'B', made: time })

  test('that was made while the write ran', () => {
    expect(shows([other(later), same(later)])).toBe(true)
    expect(shows([other(later)])).toBe(false)
    expect(shows([same(earlier)])).toBe(false)
    expect(shows([])).toBe(false)
  })

  test.each([
    ['two that are the same', [same(later), same(later)]],
    ['one that was made right before the write', [same('2026-11-26T10:00:30Z')]],
    ['one whose time is not there', [same(null)]],
    ['one in which the vendor has changed marks', [{ title: 'a B!', made: later }]],
  ])('and nothing is told of %s', (_what, items) => {
    expect(shows(items)).toBeUndefined()
  })

  test('of one that was made after the write was over, it is not told that the write made it', () => {
    expect(shows([same('2026-11-26T10:02:00Z')])).toBe(false)
  })

  test('any item of that time may be the one where nothing is said to stay', () => {
    const told = madeSince({ ...listed, like: () => ({ title: 'A b' }) })
    expect(told({ data: [other(later)] }, { params: {}, ...times })).toBeUndefined()
    expect(told({ data: [other(earlier)] }, { params: {}, ...times })).toBe(false)
  })

  test.each([
    ['Unix seconds', began.getTime() / 1000 + 5],
    ['Unix seconds as text', `${began.getTime() / 1000 + 5}.000200`],
    ['milliseconds', began.getTime() + 5000],
    ['a zone without its colon', '2026-11-26T11:01:05.000+0100'],
    ['a date of .NET', `/Date(${began.getTime() + 5000}+0000)/`],
  ])('whose time is written as %s', (_what, time) => {
    expect(shows([same(time)])).toBe(true)
  })

  test('nothing is told of a list that was cut, unless it goes back to before then', () => {
    expect(shows([other(later), other(later), other(later)])).toBeUndefined()
    expect(shows([other(earlier), other(later), other(later)])).toBeUndefined()
    expect(shows([other(later), other(later), other(earlier)])).toBe(false)
    const next = { ...listed, next: '/next', like: () => ({ title: 'A b' }) } as const
    expect(madeSince(next)({ data: [], next: 'x' }, { params: {}, ...times })).toBeUndefined()
  })

  test('what a lagging index does not have may be there', () => {
    expect(shows([], { mayMiss: true })).toBeUndefined()
    expect(shows([same(later)], { mayMiss: true })).toBe(true)
  })

  test('nothing is told of an answer that is no list', () => {
    const compare = { is: () => true, mayBe: () => true }
    expect(findMade({ data: 'x' }, times, listed, compare)).toBeUndefined()
    expect(findMade(undefined, times, listed, compare)).toBeUndefined()
  })
})
