import { pointerToken } from '@patchbay/core/schema'
import { hasPieces, jsonSizes, type Piece, piecesOf } from './json-pieces.ts'

/** How many items, members or characters of a value come before, then the same inside of the one that follows them. */
export type Position = readonly number[]

/** The beginning of a value. Part and rest are whole JSON; lists, objects and texts of the rest go on where the part's end. */
export interface Cut {
  readonly part: unknown
  /** Where the rest begins. */
  readonly end: Position
  /** JSON pointer into `part`: the list, object or text that goes on in the rest. */
  readonly at: string
  /** How many of its items, members or characters are in `part`, and how many there are in all. */
  readonly returned: number
  readonly total: number
}

type SizeOf = ReturnType<typeof jsonSizes>

const joined = (pieces: readonly Piece[], asList: boolean): unknown =>
  asList ? pieces.map(({ value }) => value) : Object.fromEntries(pieces.map(({ name, value }) => [name, value]))

/** What follows a position; `undefined`: nothing does. */
export const restOf = (value: unknown, [count = 0, ...inside]: Position): unknown => {
  if (typeof value === 'string') return inside.length === 0 && count < value.length ? value.slice(count) : undefined
  if (!hasPieces(value)) return undefined
  const [next, ...others] = piecesOf(value).slice(count)
  if (!next) return undefined
  const rest = inside.length === 0 ? next.value : restOf(next.value, inside)
  return rest === undefined ? undefined : joined([{ ...next, value: rest }, ...others], Array.isArray(value))
}

/** Characters of a string that fit; never half of a surrogate pair, and at least one. */
const cutText = (text: string, bytes: number, sizeOf: SizeOf): Cut => {
  let [fits, over] = [1, text.length]
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if (sizeOf(text.slice(0, middle)) <= bytes) fits = middle
    else over = middle
  }
  const end = /[\ud800-\udbff]/.test(text.charAt(fits - 1)) ? fits + (fits === 1 ? 1 : -1) : fits
  return { part: text.slice(0, end), end: [end], at: '', returned: end, total: text.length }
}

/**
 * Cuts a value whose JSON is larger than `bytes`, so that the part's is not. It cuts between the items of a list and the
 * members of an object; inside of one only where that one alone is too large, or is a list. `undefined`: it fits, or is
 * one that can't be cut.
 */
export const cutData = (value: unknown, bytes: number, sizeOf = jsonSizes()): Cut | undefined => {
  if (typeof value === 'string') {
    return sizeOf(value) > bytes && value.length > 1 ? cutText(value, bytes, sizeOf) : undefined
  }
  if (!hasPieces(value)) return undefined
  const asList = Array.isArray(value)
  const pieces = piecesOf(value)
  let left = bytes - 2
  const taken = pieces.findIndex((piece) => {
    const size = sizeOf(piece.value) + piece.around
    if (size > left) return true
    left -= size
    return false
  })
  const next = pieces[taken]
  if (!next) return undefined

  const isLong = asList ? sizeOf(next.value) > bytes : Array.isArray(next.value) || sizeOf(next.value) > bytes
  const goesInside = taken === 0 || (isLong && left > bytes / 2)
  const inner = goesInside ? cutData(next.value, left - next.around, sizeOf) : undefined
  if (!inner) {
    // One that can't be cut is taken as it is where nothing else is: each part must come further.
    const count = Math.max(1, taken)
    if (count === pieces.length) return undefined
    const part = joined(pieces.slice(0, count), asList)
    return { part, end: [count], at: '', returned: count, total: pieces.length }
  }
  return {
    part: joined([...pieces.slice(0, taken), { ...next, value: inner.part }], asList),
    end: [taken, ...inner.end],
    at: `/${pointerToken(next.name)}${inner.at}`,
    returned: inner.returned,
    total: inner.total,
  }
}
