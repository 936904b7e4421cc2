import { expect, test } from 'vitest'
import { describeAnswerShape } from './answer-shape.ts'

const shown = (answer: unknown) => {
  const { objects, members, maps } = describeAnswerShape(answer)
  return {
    members: Object.fromEntries(
      [...members].map(([at, { count, kinds }]) => [
        at,
        `${count} of ${objects.get(at.slice(0, at.lastIndexOf('/')))} ${[...kinds].sort().join()}`,
      ]),
    ),
    maps: [...maps],
  }
}

const long = 'x'.repeat(41)
const manyNames = Object.fromEntries(
  Array.from({ length: 101 }, (_, i) => [`${String.fromCharCode(97 + (i % 26))}_${'b'.repeat(i / 26)}`, 1]),
)

test.each<[what: string, answer: unknown, members: object, maps?: readonly string[]]>([
  [
    'an object',
    { id: 1, name: 'Anna', ok: true },
    { '/id': '1 of 1 number', '/name': '1 of 1 string', '/ok': '1 of 1 boolean' },
  ],
  ['a list', [{ id: 1 }, { id: 2, x: 's' }], { '/*/id': '2 of 2 number', '/*/x': '1 of 2 string' }],
  ['a nested list', { rows: [[{ a: 1 }]] }, { '/rows': '1 of 1 list', '/rows/*/*/a': '1 of 1 number' }],
  ['null, which any member may be', { a: null, b: [null] }, { '/a': '1 of 1 ', '/b': '1 of 1 list' }],
  ['members with several kinds', [{ a: 1 }, { a: '1' }], { '/*/a': '2 of 2 number,string' }],
  ['names of OData', { '@odata.nextLink': 'x' }, { '/@odata.nextLink': '1 of 1 string' }],
  ['an empty object', {}, {}],
  ['no object', 'a text', {}],
  [
    'a map by e-mail addresses',
    { by: { 'anna@example.com': { id: 1 } } },
    { '/by': '1 of 1 object', '/by/*/id': '1 of 1 number' },
    ['/by'],
  ],
  ['a map by numbers', { '4711': { id: 1 } }, { '/*/id': '1 of 1 number' }, ['']],
  ['a map by ids', { C1H9RESGL: 1 }, {}, ['']],
  ['a map by UUIDs', { 'b0f2c1de-7a11-4c5e-9d1f-000000000000': 1 }, {}, ['']],
  ['a map by dates', { '2026-11-01': 1 }, {}, ['']],
  ['a map by host names', { 'www.example.com': 1 }, {}, ['']],
  ['a map by sentences', { 'Annual income': 1 }, {}, ['']],
  ['a map by one name that is none', { total: 3, [long]: 1 }, {}, ['']],
  ['a map by very many names', manyNames, {}, ['']],
  ['customers’ own members', { properties: { salary: 1 } }, { '/properties': '1 of 1 object' }, ['/properties']],
])('the shape of %s', (_, answer, members, maps = []) => {
  expect(shown(answer)).toEqual({ members, maps })
})

test('an object that no longer fits isn’t looked at, so that none of its members seems to be missing', () => {
  const object = (name: string) =>
    Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`${name}_${String.fromCharCode(97 + (i % 26))}${i % 9}`, 1]),
    )
  const { objects, members } = describeAnswerShape({
    a: object('a'),
    b: object('b'),
    c: object('c'),
    d: object('d'),
    e: object('e'),
  })
  expect([...objects.keys()]).toEqual(['', '/a', '/b', '/c'])
  expect(members.size).toBeLessThanOrEqual(200)
})

test('of an answer, however large, at most 2,000 values are looked at', () => {
  let read = 0
  const item = (): object =>
    Object.defineProperty({}, 'more', {
      enumerable: true,
      get() {
        read++
        return Array.from({ length: 50 }, item)
      },
    })
  expect(describeAnswerShape(Array.from({ length: 50 }, item)).members.size).toBeLessThan(10)
  expect(read).toBeLessThan(2000)
})
