import { expect, test } from 'vitest'
import { createSpelling } from './spelling.ts'

const names =
  'slack stripe hubspot gmail github linear asana trello airtable notion zendesk shopify twilio mailchimp intercom confluence figma ' +
  'quickbooks salesforce sendgrid pipedrive outlook'
const things =
  'message channel invoice customer contact ticket comment payment refund calendar folder document repository branch campaign meeting record ' +
  'attachment workflow project member permission schedule'
const spelling = createSpelling(
  new Map(`${names} ${things} option team note line tree order sale`.split(' ').map((word) => [word, 3])),
  new Set(names.split(' ')),
)

let seed = 0
/** Mulberry32: the same slips in every run. */
const random = (below: number): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below
}

const keys = 'qwertyuiop asdfghjkl zxcvbnm'
/** The word with two letters in the wrong order, one left out, one doubled, or the key beside it. */
const slip = (word: string): string => {
  const at = random(word.length - 1)
  const [before, letter = '', next = '', behind] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)]
  const beside = keys[keys.indexOf(letter) + 1]?.trim() || 'e'
  return [
    before + next + letter + behind,
    before + next + behind,
    before + letter + word.slice(at),
    before + beside + next + behind,
  ][random(4)] as string
}

test.each<[what: string, slips: number, least: number, words: string]>([
  ['names of products', 1, 97, names],
  ['names of products', 2, 80, names],
  ['other words', 1, 97, things],
  ['other words', 2, 65, things],
])('of %s with %i slips at least %i in a hundred are read as meant', (_what, slips, least, words) => {
  seed = 48
  const tries = words.split(' ').flatMap((word) => Array.from({ length: 20 }, () => word))
  const read = tries.filter((word) => {
    const written = slips === 1 ? slip(word) : slip(slip(word))
    return written === word || spelling.correct(written) === word
  })
  expect((100 * read.length) / tries.length).toBeGreaterThanOrEqual(least)
})

test.each(['in', 'xyz', 'pizza', 'weather', 'guitar'])('%s is no slip of a word of the index', (word) => {
  expect(spelling.correct(word)).toBeUndefined()
})
