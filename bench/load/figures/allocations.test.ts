// Test lanes: slow

import { describe, expect, it } from 'vitest'
import { startChild } from '../programs/child-process.ts'
import { allocatedBytes } from './allocations.ts'

const arrays = 20_000

describe('the allocations of a process', () => {
  it.each([
    [1, 8 * 1024],
    [2, 16 * 1024],
  ])('are counted: %i arrays of 1024 numbers a turn are %i bytes', async (perTurn, bytes) => {
    const program = `
      let kept
      for (let n = 0; n < ${arrays}; n++) for (let i = 0; i < ${perTurn}; i++) kept = new Array(1024).fill(n)
      console.log(kept.length)
      await Bun.sleep(60_000)`
    const { child, allocationLog = '' } = startChild(['-e', program], {
      env: process.env,
      stdout: 'pipe',
      countAllocations: true,
    })
    await child.stdout.getReader().read()
    const counted = (await allocatedBytes(allocationLog)) / arrays
    child.kill()
    await child.exited
    expect(counted / bytes).toBeGreaterThan(0.95)
    expect(counted / bytes).toBeLessThan(1.05)
  })
})
