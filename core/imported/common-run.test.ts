import { expect, test } from 'vitest'
import { commonRun, withoutRun, withRun } from './common-run.ts'

test.each<[string, unknown[][], string[]]>([
  [
    'what saves most',
    [
      ['a', 'alternative', 'fields', 'b'],
      ['alternative', 'fields'],
      ['alternative', 'fields'],
      ['alternative', 'fields', 'b'],
    ],
    ['alternative', 'fields'],
  ],
  [
    'a frequent one before long rare ones',
    [...Array(30).fill(['organization']), ['a-very-long-name-of-a-parameter'], ['a-very-long-name-of-a-parameter']],
    ['organization'],
  ],
  ['nothing that costs more than it saves', [['a'], ['a'], ['a']], []],
  ['nothing that isn’t side by side', Array(9).fill(['alternative', { x: 1 }, 'fields']), ['alternative']],
  ['nothing of nothing', [], []],
])('%s is written once', (_, lists, want) => {
  expect(commonRun(lists)).toEqual(want)
})

test.each<[unknown[], unknown[]]>([
  [
    ['a', 'b', 'c'],
    ['*', 'c'],
  ],
  [
    ['x', 'a', 'b'],
    ['x', '*'],
  ],
  [
    ['a', 'c', 'b'],
    ['a', 'c', 'b'],
  ],
  [['a'], ['a']],
  [[{}], [{}]],
])('%j without the run is %j, and comes back', (list, want) => {
  const without = withoutRun(list, ['a', 'b'])
  expect(without).toEqual(want)
  expect(withRun(without, ['a', 'b'])).toEqual(list)
  expect(withoutRun(list, [])).toEqual(list)
})
