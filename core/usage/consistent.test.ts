import { expect, it } from 'vitest'
import { readConsistently } from './consistent.ts'

const moving = (changes: number) => {
  let version = 0
  return {
    rollUps: {
      state: async () => {
        if (version < changes) version++
        return { counted: `${version}`, version }
      },
    },
  }
}

it('what was read while the roll-ups moved on is read again', async () => {
  const seen: string[] = []
  const read = async ({ counted }: { counted: string }) => {
    seen.push(counted)
    return counted
  }
  expect(await readConsistently(moving(3).rollUps, read)).toBe('3')
  expect(seen).toEqual(['1', '2', '3'])
})

it('roll-ups that never stand still are UNAVAILABLE, for a while', async () => {
  const reading = readConsistently(moving(Number.POSITIVE_INFINITY).rollUps, async () => 'x')
  await expect(reading).rejects.toMatchObject({ code: 'UNAVAILABLE', extras: { retryAfter: 5 } })
})
