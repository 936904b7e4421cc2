import { RE2JS } from 're2js'

/**
 * The budget in characters times instructions of a pattern: a tenth of what runs in a second, because one call may have many texts.
 */
const mostSteps = 2_000_000

const budget = { endsAt: 0, left: 0 }

/** True if the budget of this second has that many steps left. */
const isAfforded = (steps: number): boolean => {
  const now = performance.now()
  if (now > budget.endsAt) Object.assign(budget, { endsAt: now + 1000, left: mostSteps })
  if (steps > budget.left) return false
  budget.left -= steps
  return true
}

/**
 * A pattern that is matched in linear time, where JavaScript's own engine could take minutes. It is a RegExp because TypeBox
 * accepts only texts and RegExps, and its `source` is the text that it was made from.
 */
class LinearPattern extends RegExp {
  readonly #matcher: RE2JS

  constructor(source: string) {
    super('')
    this.#matcher = RE2JS.compile(source)
    Object.defineProperty(this, 'source', { value: source })
  }

  /** A text that would take too long, and so delay all other calls, counts as matching: the vendor checks it. */
  override test(text: string): boolean {
    return !isAfforded(text.length * this.#matcher.programSize()) || this.#matcher.matcher(text).find()
  }

  override toString(): string {
    return this.source
  }

  toJSON(): string {
    return this.source
  }
}

/** True if an engine of linear time can match a pattern: it has no look-around, no back reference, and few repetitions. */
export const canBeLinear = (source: string): boolean => {
  try {
    RE2JS.compile(source)
    return true
  } catch {
    return false
  }
}

/** A reviver for JSON.parse that replaces the listed patterns with linear ones. `undefined`: no pattern is listed. */
export const linearPatterns = (sources: readonly string[]): ((name: string, value: unknown) => unknown) | undefined => {
  if (sources.length === 0) return undefined
  const patterns = new Map<string, LinearPattern>()
  return (name, value) => {
    if (name !== 'pattern' || typeof value !== 'string' || !sources.includes(value)) return value
    const pattern = patterns.get(value) ?? new LinearPattern(value)
    patterns.set(value, pattern)
    return pattern
  }
}
