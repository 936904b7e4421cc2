import { expect, test } from 'vitest'
import { describeCron } from './describe-cron.ts'

test.each([
  ['* * * * *', 'Every minute'],
  ['*/5 * * * *', 'Every 5 minutes'],
  ['*/1 * * * *', 'Every minute'],
  ['7 * * * *', 'Hourly at :07'],
  ['17 3 * * *', 'Daily at 03:17'],
  ['0 0 1 1 *', '0 0 1 1 *'],
  ['0 9-17 * * *', '0 9-17 * * *'],
  ['*/5 4 * * *', '*/5 4 * * *'],
  ['1,31 * * * *', '1,31 * * * *'],
  ['nightly', 'nightly'],
])('the schedule %s is shown as %s', (cron, shown) => {
  expect(describeCron(cron)).toBe(shown)
})
