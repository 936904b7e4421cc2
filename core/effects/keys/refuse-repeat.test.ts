import { expect, test } from 'vitest'
import { describeAge } from './refuse-repeat.ts'

test.each([
  [0, '1 second'],
  [1499, '1 second'],
  [119_499, '119 seconds'],
  [120_000, '2 minutes'],
  [7_199_000, '120 minutes'],
  [7_200_000, '2 hours'],
  [5000 * 3_600_000, '5000 hours'],
])('a write of %i ms ago is told to its repeat as %s', (ms, age) => {
  expect(describeAge(ms)).toBe(age)
})
