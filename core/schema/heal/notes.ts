import type { Detail } from '../../errors.ts'

/** The most notes, as many as a reader takes in. A list of 180,000 conversions was 30 times as long as the call. */
const mostNotes = 20
/** The most omitted members that a note lists: clients with strict schemas send null for every unused parameter. */
const mostLeftOut = 5

/** The most characters of a value in a note. */
const longestValue = 100

/** A value for a note: as JSON, cut where it is long. */
export const formatValue = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}...` : text
}

/** The notes about one call's healed arguments, for its answer. */
export interface HealNotes {
  add(path: string, message: string): void
  /** Notes a member that means nothing. All of them become one note. */
  leaveOut(path: string): void
  list(): readonly Detail[]
}

const noNotes: readonly Detail[] = []

/** A class with lists that most calls never need, as three functions would be made for each call. */
class CallNotes implements HealNotes {
  #notes: Detail[] | undefined
  #leftOut: string[] | undefined
  #more = 0

  add(path: string, message: string): void {
    this.#notes ??= []
    if (this.#notes.length < mostNotes) this.#notes.push({ path, message })
  }

  leaveOut(path: string): void {
    this.#leftOut ??= []
    if (this.#leftOut.length < mostLeftOut) this.#leftOut.push(path)
    else this.#more++
  }

  list(): readonly Detail[] {
    const notes = this.#notes ?? noNotes
    if (!this.#leftOut) return notes
    const [first = '', ...rest] = this.#leftOut
    const others = [...rest, ...(this.#more > 0 ? [`${this.#more} more`] : [])]
    const message =
      others.length === 0
        ? 'the empty value was taken as left out'
        : `the empty value was taken as left out, as were those at ${others.join(', ')}`
    return [...notes.slice(0, mostNotes - 1), { path: first, message }]
  }
}

export const createHealNotes = (): HealNotes => new CallNotes()
