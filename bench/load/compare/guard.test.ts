import { expect, it } from 'vitest'
import type { CostedRound } from '../figures/costed-round.ts'
import { findDearer } from './guard.ts'
import { signTest } from './sign-test.ts'

const rounds = (...mainThread: number[]): CostedRound[] =>
  mainThread.map((us) => ({ calls: 1, perSecond: 1, p50: 1, p99: 1, cpu: us, mainThread: us }))

it.each([
  ['nothing where both are alike', rounds(90, 91, 92, 90, 91), 30_000, []],
  ['nothing that one slow round makes', rounds(90, 89, 400, 90, 91), 30_000, []],
  ['nothing where one pair of five is faster', rounds(99, 98, 100, 99, 80), 30_000, []],
  ['nothing below 5 %', rounds(93, 94, 95, 93, 94), 31_000, []],
  [
    'time that each pair shows',
    rounds(99, 98, 100, 99, 97),
    30_000,
    ['a miss takes 99 us of the main thread instead of 90'],
  ],
  ['garbage', rounds(90, 91, 92, 90, 91), 33_000, ['a miss allocates 33.0 KB instead of 30.0']],
])('the guard finds %s', (_, b, bytes, found) => {
  const a = rounds(90, 90, 91, 90, 90)
  expect(findDearer([{ kind: 'miss', a: [a], b: [b], allocated: { a: 30_000, b: bytes } }])).toEqual(found)
})

it.each([
  [5, 5, 0.0625],
  [0, 5, 0.0625],
  [4, 5, 0.375],
  [8, 8, 0.0078125],
  [7, 8, 0.0703125],
  [2, 4, 1],
])('%i of %i pairs come by chance with a probability of %d', (higher, pairs, probability) => {
  expect(signTest(higher, pairs)).toBe(probability)
})
