// Test lanes: slow

import { expect, test } from 'vitest'
import { readListing } from './listing.ts'
import { findGoals, rankPhrases, shareWithin } from './rank-phrases.ts'

test('among 200 imported providers, six of ten phrases find their action first and eight among five', async () => {
  const domains = readListing()
  expect(domains.size).toBe(200)
  const ranked = await rankPhrases(domains)
  const missed = ranked.filter(({ rank }) => rank === 0).map(({ phrase, found }) => `${phrase}: ${found.join(' ')}`)
  expect(shareWithin(ranked, 1), missed.join('\n')).toBeGreaterThanOrEqual(findGoals.first)
  expect(shareWithin(ranked, 5), missed.join('\n')).toBeGreaterThanOrEqual(findGoals.five)
})
