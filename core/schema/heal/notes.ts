import type { Detail } from '../../errors.ts'

/** As many as a reader takes in. A list of 180,000 conversions was 30 times as long as the call. */
const mostNotes = 20
/** Clients with strict schemas send null for every parameter that they don't mean. */
const mostLeftOut = 5

/** What was healed in the arguments of one call, to be told in its answer. */
export interface HealNotes {
  add(path: string, message: string): void
  /** A member that means nothing. All of them are one note. */
  leaveOut(path: string): void
  list(): readonly Detail[]
}

export const createHealNotes = (): HealNotes => {
  const notes: Detail[] = []
  const leftOut: string[] = []
  let more = 0
  return {
    add(path, message) {
      if (notes.length < mostNotes) notes.push({ path, message })
    },
    leaveOut(path) {
      if (leftOut.length < mostLeftOut) leftOut.push(path)
      else more++
    },
    list() {
      const [first] = leftOut
      if (first === undefined) return notes
      const others = [...leftOut.slice(1), ...(more > 0 ? [`${more} more`] : [])]
      const message =
        others.length === 0
          ? 'the empty value was taken as left out'
          : `the empty value was taken as left out, as were those at ${others.join(', ')}`
      return [...notes.slice(0, mostNotes - 1), { path: first, message }]
    },
  }
}
