import { pointerToken } from '@patchbay/core/schema'
import { hasPieces, jsonSizes, type Piece, splitIntoPieces } from './json-pieces.ts'

/** A position in a value: how many of its items, members or characters come before, then the same inside the next one. */
export type Position = readonly number[]

/** The beginning of a value. Part and rest are valid JSON each, and a list that is cut is a list in both. */
export interface Cut {
  readonly part: unknown
  /** The position at which the rest begins. */
  readonly end: Position
  /** A JSON pointer into `part`, to the list, object or text that continues in the rest. */
  readonly at: string
  /** The number of that value's items, members or characters in `part`, and in total. */
  readonly returned: number
  readonly total: number
}

type SizeOf = ReturnType<typeof jsonSizes>

const joined = (pieces: readonly Piece[], asList: boolean): unknown =>
  asList ? pieces.map(({ value }) => value) : Object.fromEntries(pieces.map(({ name, value }) => [name, value]))

/** The data after a position; `undefined` when there is none. */
export const sliceAfterPosition = (value: unknown, [count = 0, ...inside]: Position): unknown => {
  if (typeof value === 'string') return inside.length === 0 && count < value.length ? value.slice(count) : undefined
  if (!hasPieces(value)) return undefined
  const [next, ...others] = splitIntoPieces(value).slice(count)
  if (!next) return undefined
  const rest = inside.length === 0 ? next.value : sliceAfterPosition(next.value, inside)
  return rest === undefined ? undefined : joined([{ ...next, value: rest }, ...others], Array.isArray(value))
}

/** The characters of a string that fit: at least one, and never half of a surrogate pair. */
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
 * Cuts a value whose JSON is larger than `bytes` into a part that fits and the rest. It cuts between the items of a list or the
 * members of an object, and inside an item or member only if that one alone is too large, or is a list. Returns `undefined`
 * for a value that fits or that can't be cut.
 */
export const cutData = (value: unknown, bytes: number, sizeOf = jsonSizes()): Cut | undefined => {
  if (typeof value === 'string') {
    return sizeOf(value) > bytes && value.length > 1 ? cutText(value, bytes, sizeOf) : undefined
  }
  if (!hasPieces(value)) return undefined
  const asList = Array.isArray(value)
  const pieces = splitIntoPieces(value)
  let room = bytes - 2
  const fitCount = pieces.findIndex((piece) => {
    const size = sizeOf(piece.value) + piece.around
    if (size > room) return true
    room -= size
    return false
  })
  const next = pieces[fitCount]
  if (!next) return undefined

  const isLong = asList ? sizeOf(next.value) > bytes : Array.isArray(next.value) || sizeOf(next.value) > bytes
  const goesInside = fitCount === 0 || (isLong && room > bytes / 2)
  const inner = goesInside ? cutData(next.value, room - next.around, sizeOf) : undefined
  if (!inner) {
    // If the first piece can't be cut, it is taken whole, because each part must make progress.
    const count = Math.max(1, fitCount)
    if (count === pieces.length) return undefined
    const part = joined(pieces.slice(0, count), asList)
    return { part, end: [count], at: '', returned: count, total: pieces.length }
  }
  return {
    part: joined([...pieces.slice(0, fitCount), { ...next, value: inner.part }], asList),
    end: [fitCount, ...inner.end],
    at: `/${pointerToken(next.name)}${inner.at}`,
    returned: inner.returned,
    total: inner.total,
  }
}
