import { describe, expect, it } from 'vitest'
import { surfaceSize, surfaces } from './surface-sizes.ts'

const counts = [4, 20, 100]
const sizes = surfaces.flatMap((surface) => counts.map((domains) => surfaceSize(surface, domains)))

describe('the list of tools', () => {
  it('has these sizes', () => {
    console.table(sizes.map((size) => ({ ...size, milliseconds: Math.round(size.milliseconds) })))
    expect(sizes.map(({ tools }) => tools)).toEqual([4, 20, 100, 8, 40, 200, 69, 345, 1725, 4, 4, 4])
  })

  it.each(counts)('of the surface "search" has at most 1,500 tokens for %i domains', (domains) => {
    expect(surfaceSize('search', domains).tokens).toBeLessThanOrEqual(1500)
  })

  it('has at most 3,000 tokens for each domain of the surface "domains"', () => {
    for (const { domains, tokens } of sizes.filter(({ surface }) => surface === 'domains')) {
      expect(tokens / domains).toBeLessThanOrEqual(3000)
    }
  })
})
