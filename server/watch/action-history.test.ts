import { expect, test } from 'vitest'
import { type ActionHistory, lastingDifferences, newHistory, withSample } from './action-history.ts'
import { describeAnswerShape } from './answer-shape.ts'

const start = Date.parse('2026-11-01T00:00:00Z')
const hours = (n: number): Date => new Date(start + n * 3_600_000)

/** The history after one answer an hour. */
const after = (answers: readonly unknown[], history = newHistory(hours(0)), first = 0): ActionHistory =>
  answers.reduce<ActionHistory>(
    (history, answer, i) => withSample(history, describeAnswerShape(answer), hours(first + i)),
    history,
  )

const times = (n: number, answer: unknown): unknown[] => Array.from({ length: n }, () => answer)
const item = { id: 'a', name: 'Anna', age: 3, tags: [] as unknown[], owner: { id: 1 } }
const learned = after(times(30, { items: [item, item] }))
const told = (history: ActionHistory, at = hours(60)) =>
  lastingDifferences(history, at).map(([pointer, { now }]) => `${pointer} ${now}`)
const day = (answer: unknown, history = learned, first = 30) => after(times(24, answer), history, first)

test('twenty samples over a day are learned from, no fewer and no quicker', () => {
  expect(after(times(19, item)).isLearned).toBe(false)
  expect(after(times(24, item)).isLearned).toBe(false)
  expect(after(times(25, item)).isLearned).toBe(true)
  const atOnce = times(100, item).reduce<ActionHistory>(
    (history) => withSample(history, describeAnswerShape(item), hours(0)),
    newHistory(hours(0)),
  )
  expect(atOnce.isLearned).toBe(false)
})

const { name: _, ...nameless } = item
test.each<[what: string, answer: unknown, want: readonly string[]]>([
  ['the same', { items: [item] }, []],
  ['a member that is gone', { items: [nameless, nameless] }, ['/items/*/name gone']],
  ['a member that only some items have', { items: [item, nameless] }, []],
  ['a text in place of a number', { items: [{ ...item, age: '3' }] }, ['/items/*/age string']],
  ['a list in place of an object', { items: [{ ...item, owner: [] }] }, ['/items/*/owner list']],
  ['null in place of anything', { items: [{ ...item, age: null, owner: null }] }, []],
  ['a kind where there was only an empty list', { items: [{ ...item, tags: ['x'] }] }, []],
  ['an empty list', { items: [] }, []],
  ['another member', { items: [{ ...item, more: 1 }], next: 'x' }, []],
  [
    'an object that is gone with its members',
    { items: [{ id: 'a', name: 'Anna', age: 3, tags: [] }] },
    ['/items/*/owner gone'],
  ],
])('a day of %s: %j is told as %j', (_what, answer, want) => {
  expect(told(day(answer))).toEqual(want)
})

test('new members are only counted', () => {
  expect(day({ items: [{ ...item, more: 1, owner: { id: 1, mail: 'x' } }], next: 'x' }).added).toBe(3)
})

test('a member that not every answer had is never missed', () => {
  const varying = after(Array.from({ length: 30 }, (_, i) => (i % 7 === 0 ? nameless : item)))
  expect(told(day(nameless, varying))).toEqual([])
})

test('what comes back after a while was not a change of the vendor’s, and isn’t told again', () => {
  const away = after(times(4, { items: [nameless] }), learned, 30)
  expect(told(away)).toEqual([])
  const back = after([{ items: [item] }], away, 34)
  expect(told(day({ items: [nameless] }, back, 35))).toEqual([])
  const long = day({ items: [nameless] })
  expect(told(long)).toHaveLength(1)
  expect(told(after([{ items: [item] }], long, 54))).toEqual([])
})

test('after a month it is how the vendor answers', () => {
  const gone = day({ items: [nameless] })
  expect(told(after([{ items: [nameless] }], gone, 30 + 31 * 24))).toEqual([])
})

test('an action that nobody called for a month is told of no more', () => {
  const gone = day({ items: [nameless] })
  expect(told(gone, hours(53 + 30 * 24 - 1))).toHaveLength(1)
  expect(told(gone, hours(53 + 30 * 24))).toEqual([])
})

test('names that only some answers have are forgotten with all below them, as they may be data', () => {
  const names = Array.from({ length: 30 }, (_, i) => `person_${'abcdefgh'[i % 8]}${'abcde'[i % 5]}`)
  const answers = names.map((name) => ({ balances: { [name]: { amount: 1 } }, total: 1 }))
  const history = after(answers)
  expect(Object.keys(history.members)).toEqual(['/balances', '/total'])
  expect(JSON.stringify(history)).not.toContain('person_')
  expect(history.isLearned).toBe(true)
  expect(JSON.stringify(after(answers, history, 30))).not.toContain('person_')
})

test.each([
  ['a map in the answer', (by: object) => ({ by }), ['/by', '/by/*/id']],
  ['the answer itself', (by: object) => by, ['/*/id']],
  ['a map in a list', (by: object) => [{ by }], ['/*/by', '/*/by/*/id']],
])('names are forgotten when an answer shows that they are data: %s', (_where, answer, want) => {
  const plain = answer({ anna: { id: 1 } })
  const history = after([...times(5, plain), answer({ 'anna@example.com': { id: 1 } }), ...times(5, plain)])
  expect(Object.keys(history.members)).toEqual(want)
})
