/**
 * The most ways in which a pattern can match a text, beside the one part that may repeat without a bound. An exact
 * judgement takes up to seconds a pattern; this reading takes no time, and patterns that it doesn't find harmless are
 * left to an engine of linear time.
 */
interface Ways {
  readonly ways: number
  /** Parts that repeat without a bound, or with one that is as good as none. */
  readonly unbounded: number
}

/** A repetition with more counts to try than this counts as one without a bound. */
const wide = 50

/** With more ways than this a text takes noticeably longer. */
const mostWays = 200

const atom =
  /^(?:\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[^1-9k]|\[(?:\\.|[^\]\\])*\]|[^\\[\]()*+?{}|])/su
const quantifier = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/
const opening = /^\((?:\?(?:[:=!]|<[=!]|<[A-Za-z_]\w*>))?/

const none: Ways = { ways: 1, unbounded: 0 }

const repeated = ({ ways, unbounded }: Ways, [, sign, from, range, to]: RegExpExecArray): Ways | undefined => {
  const least = sign === '+' ? 1 : Number(from ?? 0)
  let most = to ? Number(to) : Number.POSITIVE_INFINITY
  if (sign === '?') most = 1
  else if (from !== undefined && range === undefined) most = least
  if (most - least >= wide) return ways === 1 && unbounded === 0 ? { ways, unbounded: 1 } : undefined
  if (unbounded > 0 && most > 1) return undefined
  return { ways: (most - least + 1) * ways ** most, unbounded }
}

/** Reads a pattern from its front; `undefined`: it holds what can't be judged this way. */
class Reader {
  #rest: string
  constructor(source: string) {
    this.#rest = source
  }

  get isAtEnd(): boolean {
    return this.#rest === ''
  }

  #take(what: RegExp): RegExpExecArray | undefined {
    const match = what.exec(this.#rest) ?? undefined
    this.#rest = this.#rest.slice(match?.[0].length ?? 0)
    return match
  }

  alternatives(): Ways | undefined {
    let sum: Ways = { ways: 0, unbounded: 0 }
    do {
      const one = this.#sequence()
      if (!one) return undefined
      sum = { ways: sum.ways + one.ways, unbounded: Math.max(sum.unbounded, one.unbounded) }
    } while (this.#take(/^\|/))
    return sum
  }

  #sequence(): Ways | undefined {
    let all = none
    while (!/^(?:$|[|)])/.test(this.#rest)) {
      const part = this.#part()
      if (!part) return undefined
      all = { ways: all.ways * part.ways, unbounded: all.unbounded + part.unbounded }
    }
    return all
  }

  #part(): Ways | undefined {
    const inner = this.#take(opening) ? this.#group() : this.#take(atom) && none
    const times = this.#take(quantifier)
    return inner && times ? repeated(inner, times) : inner
  }

  #group(): Ways | undefined {
    const inner = this.alternatives()
    return this.#take(/^\)/) ? inner : undefined
  }
}

/** True if, by a quick look, the usual engine matches the pattern in a time that grows no faster than the text. */
export const isPlain = (pattern: string): boolean => {
  const reader = new Reader(pattern)
  const matcher = reader.alternatives()
  if (!matcher || !reader.isAtEnd || matcher.ways > mostWays) return false
  // Without an anchor, the match is tried anew from each character.
  const isAnchored = pattern.startsWith('^') && !pattern.includes('|')
  return matcher.unbounded === 0 || (matcher.unbounded === 1 && (isAnchored || isOne.test(pattern)))
}

/** One class that repeats, and nothing after it that could fail. */
const isOne = /^(?:\\.|\[(?:\\.|[^\]\\])*\]|\.)[*+]$/s

const oneClass = '(\\[(?:\\\\.|[^\\]\\\\])*\\])'
const someOf = `${oneClass}(?:\\+|\\{1,\\d+\\})`
const separator = '(\\\\[.+*?|/-]|[^\\\\[\\](){}.+*?|^$])'
/** Texts with a separator: `^[a-z]+(,[a-z]+)*$`, `^[a-z]{1,64}@[a-z]+$`. */
const separatedTexts = new RegExp(`^\\^${someOf}(?:\\(${separator}${someOf}\\)\\*|${separator}${someOf})\\$$`, 's')

/**
 * True for a pattern of texts with a separator that isn't part of the first text: there is one way to match it, too.
 * The exact judge takes a second for such a pattern, and plugins have them often.
 */
export const isSeparated = (pattern: string): boolean => {
  const [, first, between = '', next, single = ''] = separatedTexts.exec(pattern) ?? []
  if (first === undefined) return false
  const mark = (between || single).replace(/^\\/, '')
  const isApart = (text: string): boolean => !new RegExp(`^${text}$`, 'u').test(mark)
  return isApart(first) && (next === undefined || isApart(next))
}
