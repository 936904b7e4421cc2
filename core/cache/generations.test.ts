import { heapStats } from 'bun:jsc'
import { expect, test } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'
import { createGenerations } from './generations.ts'

test('each change is seen, also of a name that is no longer remembered', () => {
  const generations = createGenerations(2)
  const names = ['a', 'b', 'c', 'd', 'never changed']
  let before = names.map(generations.read)
  for (let n = 0; n < 100; n++) {
    const changed = n % 4
    generations.raise(names[changed] ?? '')
    const after = names.map(generations.read)
    expect(after.every((generation, at) => generation >= (before[at] ?? 0))).toBe(true)
    expect(after[changed]).toBeGreaterThan(before[changed] ?? 0)
    before = after
  }
})

test('tenants and accounts that come and go for long leave nothing in the answer cache', () => {
  const cache = createAnswerCache({ total: 1_000_000, tenant: 100_000 })
  const live = (from: number): number => {
    for (let n = from; n < from + 100_000; n++) {
      cache.invalidate({ tenant: `tenant-${n}`, provider: 'hubspot', account: 'main' })
      cache.forgetTenant(`tenant-${n}`)
    }
    Bun.gc(true)
    return heapStats().heapSize
  }
  const first = live(0)
  expect(live(100_000) - first).toBeLessThan(1_000_000)
})
