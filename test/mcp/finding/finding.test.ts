// Test lanes: slow

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createActionFinder } from '@patchbay/core/schema'
import { expect, test } from 'vitest'
import { loadRegistry } from '../../../server/registry.ts'

/**
 * Phrases that people write, with the actions that do it. The index was tuned on one set, and only measured on `kept`, which was written before.
 * The three fresh sets were drawn by hash from one list that was written before any word was mended for them, and are counted as one: they are
 * small. What of them wasn't found was read when the weights were chosen. No phrase is changed to suit the index.
 */
const folders = { tuned: ['tuned'], kept: ['kept'], fresh: ['fresh-1', 'fresh-2', 'fresh-3'] } as const
type PhraseSet = keyof typeof folders

const readPhrases = (set: PhraseSet, kind: string): readonly (readonly [phrase: string, right: readonly string[]])[] =>
  folders[set]
    .flatMap((folder) =>
      readFileSync(join(import.meta.dirname, folder, `${kind}.txt`), 'utf8')
        .trim()
        .split('\n'),
    )
    .map((line) => {
      const [phrase = '', right = ''] = line.split('|')
      return [phrase.trim(), right.trim().split(/\s+/)]
    })

const registry = await loadRegistry({ demo: true })
const find = createActionFinder(new Map(registry.map((domain) => [domain.provider.id, domain])))
const findFive = (phrase: string) => find(phrase, { most: 5, admits: () => true })
const inHundred = (part: number, all: number): number => Math.round((100 * part) / all)

const sets: readonly PhraseSet[] = ['tuned', 'kept', 'fresh']

/** What is reached, less some phrases, for each set; the goals are 80 and 96, 70 and 90, 85 and 97, 75 and 88. */
const floors: readonly (readonly [set: PhraseSet, kind: string, first: number, five: number])[] = [
  ['tuned', 'plain', 88, 97],
  ['tuned', 'second-language', 84, 96],
  ['tuned', 'typos', 91, 96],
  ['tuned', 'jargon', 82, 95],
  ['kept', 'plain', 90, 98],
  ['kept', 'second-language', 81, 94],
  ['kept', 'typos', 95, 98],
  ['kept', 'jargon', 88, 96],
  ['fresh', 'plain', 73, 93],
  ['fresh', 'second-language', 76, 94],
  ['fresh', 'typos', 95, 98],
  ['fresh', 'jargon', 75, 90],
]

test.each(floors)(
  '%s phrases, %s: at least %i in a hundred find their action first, and %i among five',
  async (set, kind, first, five) => {
    const phrases = readPhrases(set, kind)
    const ranks = await Promise.all(
      phrases.map(async ([phrase, right]) => {
        const names = (await findFive(phrase)).map(({ provider, action }) => `${provider}.${action}`)
        return { phrase, names, rank: names.findIndex((name) => right.includes(name)) + 1 }
      }),
    )
    const share = (last: number) => inHundred(ranks.filter(({ rank }) => rank > 0 && rank <= last).length, ranks.length)
    console.log(`find_actions, ${set} ${kind}: ${share(1)} / ${share(5)} of ${ranks.length}`)
    const missed = ranks.filter(({ rank }) => rank === 0)
    expect(share(1), JSON.stringify(missed)).toBeGreaterThanOrEqual(first)
    expect(share(5), JSON.stringify(missed)).toBeGreaterThanOrEqual(five)
  },
)

test.each(sets)(
  '%s phrases: of what no action does, four of five are said to be probably impossible, and at most 5 in a hundred of the others',
  async (set) => {
    const shareWeak = async (phrases: ReturnType<typeof readPhrases>) => {
      const found = await Promise.all(phrases.map(([phrase]) => findFive(phrase)))
      return inHundred(found.filter(([first]) => !first || first.isWeak).length, found.length)
    }
    expect(await shareWeak(readPhrases(set, 'impossible'))).toBeGreaterThanOrEqual(79)
    expect(await shareWeak(readPhrases(set, 'plain'))).toBeLessThanOrEqual(5)
  },
)

test('no sentence of a plugin is a phrase of these tests: what is measured is what nobody wrote down', () => {
  const toWords = (text: string): string =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .join(' ')
  const phrases = new Set(
    sets.flatMap((set) =>
      ['plain', 'second-language', 'typos', 'jargon', 'impossible'].flatMap((kind) =>
        readPhrases(set, kind).map(([phrase]) => toWords(phrase)),
      ),
    ),
  )
  const sentences = registry.flatMap(({ provider, asked }) =>
    Object.entries(asked?.() ?? {}).flatMap(([action, own]) =>
      own.map((sentence) => ({ name: `${provider.id}.${action}`, sentence })),
    ),
  )
  expect(sentences.length).toBeGreaterThan(5000)
  expect(sentences.filter(({ sentence }) => phrases.has(toWords(sentence)))).toEqual([])
})

test('every right action of a phrase is one that there is', () => {
  const all = new Set(
    registry.flatMap(({ provider, source }) => source.names().map((name) => `${provider.id}.${name}`)),
  )
  const right = sets.flatMap((set) =>
    ['plain', 'second-language', 'typos', 'jargon'].flatMap((kind) =>
      readPhrases(set, kind).flatMap(([, names]) => names),
    ),
  )
  expect(right.filter((name) => !all.has(name))).toEqual([])
})
