import { distance } from 'fastest-levenshtein'

/** Finds the words that were meant by misspelt ones, among those of an index. */
export interface Spelling {
  has(word: string): boolean
  /** The word of the index that was most likely meant; `undefined`: none is near. */
  correct(word: string): string | undefined
}

/** The words of one length, with the letters of each as bits. */
interface Shelf {
  readonly words: string[]
  readonly letters: number[]
}

/** Each letter has a bit; digits and other characters share the last ones. A word that is one edit away differs in two bits at most. */
const toLetters = (word: string): number => {
  let letters = 0
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at) - 97
    letters |= 1 << (code >= 0 && code < 26 ? code : 26 + (word.charCodeAt(at) & 3))
  }
  return letters
}

const countBits = (bits: number): number => {
  let left = bits
  let count = 0
  for (; left !== 0; count++) left &= left - 1
  return count
}

const sortLetters = (word: string): string => [...word].sort().join('')

/** The edits between two words: two neighbouring letters in the wrong order are one, as people make it as often as any other. */
const countEdits = (given: string, known: string): number => {
  const edits = distance(given, known)
  const isSwap = edits === 2 && given.length === known.length && sortLetters(given) === sortLetters(known)
  return isSwap ? 1 : edits
}

/** The most edits in a word of some length: in a short word even one makes another word. */
const allowEdits = (length: number): number => {
  if (length < 4) return 0
  return length < 7 ? 1 : 2
}

const vowels = /[aeiouy]/g
/** `lst` of `list`: how people shorten a word. */
const toConsonants = (word: string): string => word.slice(0, 1) + word.slice(1).replaceAll(vowels, '')

const costOfFirstLetter = 0.6
/** The gain of a word that ten times more actions have. */
const gainOfFrequency = 0.15

/**
 * The spelling of an index's words. `counts`: how often each word is there. `names`: the words that name providers; for them, short words count, too,
 * because nothing else is named so often.
 */
export const createSpelling = (counts: ReadonlyMap<string, number>, names: ReadonlySet<string>): Spelling => {
  const shelves = new Map<number, Shelf>()
  for (const word of counts.keys()) {
    const shelf = shelves.get(word.length) ?? { words: [], letters: [] }
    shelves.set(word.length, shelf)
    shelf.words.push(word)
    shelf.letters.push(toLetters(word))
  }
  const byConsonants = new Map<string, string>()
  for (const [word, count] of counts) {
    const short = toConsonants(word)
    const other = byConsonants.get(short)
    if (other === undefined || count > (counts.get(other) ?? 0)) byConsonants.set(short, word)
  }

  const judge = (given: string, known: string, most: number): number => {
    const edits = countEdits(given, known)
    const isName = names.has(known)
    if (edits > most && !(isName && edits === 1)) return Number.POSITIVE_INFINITY
    const first = given[0] === known[0] ? 0 : costOfFirstLetter
    return edits + first - gainOfFrequency * Math.log10(counts.get(known) ?? 1) - (isName ? gainOfFrequency * 3 : 0)
  }

  const correct = (given: string): string | undefined => {
    const most = allowEdits(given.length)
    const reach = Math.max(1, most)
    const own = toLetters(given)
    let best: string | undefined
    let least = Number.POSITIVE_INFINITY
    for (let length = given.length - reach; length <= given.length + reach; length++) {
      const { words, letters } = shelves.get(length) ?? { words: [], letters: [] }
      for (let at = 0; at < words.length; at++) {
        if (countBits((letters[at] as number) ^ own) > 2 * reach) continue
        const known = words[at] as string
        const cost = judge(given, known, most)
        if (cost < least) {
          least = cost
          best = known
        }
      }
    }
    return best
  }

  return {
    has: (word) => counts.has(word),
    correct: (word) => {
      if (word.length < 3 || word.length > 24) return undefined
      return (word === toConsonants(word) ? byConsonants.get(word) : undefined) ?? correct(word)
    },
  }
}
