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

/**
 * The edits between two words, where two neighbouring letters in the wrong order are one, as people make it as often as any other: the optimal
 * string alignment distance (Boytsov, "Indexing methods for approximate dictionary searching", 2011, section 2.1).
 */
const countEdits = (typed: string, word: string): number => {
  let before: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_, at) => at)
  for (let i = 1; i <= typed.length; i++) {
    const row = [i]
    for (let j = 1; j <= word.length; j++) {
      const isSame = typed[i - 1] === word[j - 1]
      const isSwap = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
      const replaced = (last[j - 1] as number) + (isSame ? 0 : 1)
      const swapped = isSwap ? (before[j - 2] as number) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(replaced, swapped, (last[j] as number) + 1, (row[j - 1] as number) + 1))
    }
    ;[before, last] = [last, row]
  }
  return last[word.length] as number
}

/** The most edits in a word of some length: in a short word even one makes another word. Names of providers may have more. */
const allowEdits = (length: number, isName: boolean): number => {
  if (length < 4) return isName ? 1 : 0
  return length < (isName ? shortestName : shortestWord) ? 1 : 2
}
const shortestName = 5
const shortestWord = 7

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

  const judge = (typed: string, word: string): number => {
    const edits = countEdits(typed, word)
    const isName = names.has(word)
    if (edits > allowEdits(typed.length, isName)) return Number.POSITIVE_INFINITY
    const first = typed[0] === word[0] ? 0 : costOfFirstLetter
    return edits + first - gainOfFrequency * Math.log10(counts.get(word) ?? 1) - (isName ? gainOfFrequency * 3 : 0)
  }

  const correct = (typed: string): string | undefined => {
    const reach = allowEdits(typed.length, true)
    const own = toLetters(typed)
    let best: string | undefined
    let least = Number.POSITIVE_INFINITY
    for (let length = typed.length - reach; length <= typed.length + reach; length++) {
      const { words, letters } = shelves.get(length) ?? { words: [], letters: [] }
      for (let at = 0; at < words.length; at++) {
        if (countBits((letters[at] as number) ^ own) > 2 * reach) continue
        const word = words[at] as string
        const cost = judge(typed, word)
        if (cost < least) {
          least = cost
          best = word
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
