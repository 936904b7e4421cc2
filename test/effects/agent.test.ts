// Test lanes: both-stores, long-on-mongodb, slow

import { describe, expect, it } from 'vitest'
import { runAgent } from './agent.ts'

const writes = 60

describe('an agent that repeats writes whose answers are lost', () => {
  it.each([
    ['rest', true],
    ['rest', false],
    ['mcp', true],
    ['mcp', false],
  ] as const)(
    'over %s, with a key: %j: has each effect once, or a refusal that names the first call',
    async (over, keys) => {
      const { effects, doubled, missing, answered, refused, lost } = await runAgent({ over, keys, writes, seed: 7 })
      expect({ effects, doubled, missing }).toEqual({ effects: writes, doubled: 0, missing: 0 })
      expect(answered + refused).toBe(writes)
      expect(lost).toBeGreaterThan(0)
      expect(refused).toBeGreaterThan(0)
    },
  )
})
