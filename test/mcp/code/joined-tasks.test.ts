// Test lanes: slow

import { expect, it } from 'vitest'
import { measureJoinedTasks } from './joined-tasks.ts'

it('ten tasks that join answers take at least 60 % fewer tokens by code than by search', async () => {
  const costs = await measureJoinedTasks()
  console.table(costs)
  const sum = (surface: 'search' | 'code') => costs.reduce((all, cost) => all + cost[surface], 0)
  expect(costs).toHaveLength(10)
  expect(sum('code') / sum('search')).toBeLessThanOrEqual(0.4)
})
