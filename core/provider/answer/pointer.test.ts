import { expect, it } from 'vitest'
import type { Pointer } from '../index.ts'
import { at, replaceAt } from './pointer.ts'

const value = { a: [{ b: 1 }, null], 'x/y': { 'm~n': 2 }, '': { '': 3 }, n: null, '~1': 4 }

const rows: [pointer: Pointer, found: unknown][] = [
  ['', value],
  ['/a', value.a],
  ['/a/0/b', 1],
  ['/a/1', null],
  ['/a/2', undefined],
  ['/a/-', undefined],
  ['/x~1y/m~0n', 2],
  ['/~01', 4],
  ['/', { '': 3 }],
  ['//', 3],
  ['/n', null],
  ['/n/x', undefined],
  ['/no/such', undefined],
  ['/constructor', undefined],
  ['/__proto__', undefined],
]

it.each(rows)('at %j is %j', (pointer, want) => {
  expect(at(value, pointer)).toEqual(want)
})

it.each([null, undefined, 'text', 7])('nothing is inside of %j', (nothing) => {
  expect(at(nothing, '/length')).toBeUndefined()
})

it('a member is replaced in a copy, and what it stood in is made where it is missing', () => {
  const before = { a: { b: 1, c: 2 }, d: 3 }
  expect(replaceAt(before, '/a/b', 9)).toEqual({ a: { b: 9, c: 2 }, d: 3 })
  expect(before).toEqual({ a: { b: 1, c: 2 }, d: 3 })
  expect(replaceAt(before, '', 9)).toBe(9)
  expect(replaceAt({}, '/x~1y/z', 9)).toEqual({ 'x/y': { z: 9 } })
})
