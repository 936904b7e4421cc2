// Test lanes: slow, long

import { expect, it } from 'vitest'
import { countCheapestByCode, measureJoinedTasks } from './joined-tasks.ts'

it('of twelve tasks that join answers code is the cheapest in at least ten, in few rounds, with 60 % fewer tokens than search', async () => {
  const joined = await measureJoinedTasks()
  expect(joined.tasks).toHaveLength(12)
  expect(countCheapestByCode(joined)).toBeGreaterThanOrEqual(10)
  const sum = (surface: 'search' | 'code') => joined.tasks.reduce((all, { costs }) => all + costs[surface].tokens, 0)
  expect(sum('code') / sum('search')).toBeLessThanOrEqual(0.4)
  for (const { costs } of joined.tasks) expect(costs.code.rounds).toBeLessThanOrEqual(3)
})
