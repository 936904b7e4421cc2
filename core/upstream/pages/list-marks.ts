/* How vendors say that a list goes on or ends: in booleans, numbers and texts, and by members that are empty or missing. */
import { type HeaderPlace, headerName, isHeaderPlace, type Pages, type Pointer } from '../../provider/index.ts'
import { isJsonObject } from '../../provider/json-object.ts'
import { at } from '../../schema/index.ts'
import type { CursorValue } from '../stopped-list.ts'

type CursorPages = Extract<Pages, { kind: 'cursor' }>
type NumberedPages = Extract<Pages, { kind: 'page' | 'offset' }>

/** Reads the value at a place of the answer. */
type ReadAt = (place: Pointer | HeaderPlace) => unknown

export const lookInAnswer =
  ({ headers, body }: { readonly headers: Headers; readonly body: unknown }): ReadAt =>
  (place) =>
    isHeaderPlace(place) ? (headers.get(headerName(place)) ?? undefined) : at(body, place)

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0)

const isScalar = (value: unknown): value is string | number | bigint =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'

/** True for what says that there is more: `true`, `"yes"`, the number of items that are left. */
export const saysMore = (value: unknown): boolean =>
  !isEmpty(value) && !(isScalar(value) && /^\s*(?:0|-1|n|no|f|false|off|none|null|nil)\s*$/i.test(`${value}`))

/** True for what stands where the next cursor or link would, and means that there is none. */
export const isEndMark = (value: unknown): boolean =>
  isEmpty(value) || (isScalar(value) && /^(?:false|none|null|nil|undefined)$/i.test(`${value}`))

/** True for a cursor that fits everywhere, in a query as well. */
export const isCursor = (value: unknown): value is CursorValue =>
  (isScalar(value) && value !== '') || JSON.isRawJSON(value)

/** True for a cursor that only a JSON body can hold as it came: DynamoDB's key, Elasticsearch's list of sort values. */
export const isNestedCursor = (value: unknown): value is object => typeof value === 'object' && !isEmpty(value)

/** True for the cursor 0, with which some vendors end their lists, and others begin them. */
export const isZero = (value: unknown): boolean => isScalar(value) && `${value}` === '0'

/** True for an answer without any item: the vendor has left out the list, or sent nothing, behind the last page. */
export const isWithoutItems = (body: unknown, items: unknown): boolean =>
  isEmpty(body) || (items !== undefined && isEmpty(items))

/** The items of a list; PHP writes one whose keys have gaps as an object of numbered members. `undefined`: it is no list. */
export const readList = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value
  const isNumbered = isJsonObject(value) && !isEmpty(value) && Object.keys(value).every((key) => /^\d+$/.test(key))
  return isNumbered ? Object.values(value) : undefined
}

/** The cursor in the link to the next page that some vendors write in its place (mvanhorn/cli-printing-press#2569). */
const readCursorOfLink = (cursor: unknown, into: string): unknown =>
  typeof cursor === 'string' && /^(?:https?:\/\/|\/|\?)/i.test(cursor)
    ? (URL.parse(cursor, 'https://link.invalid')?.searchParams.get(into) ?? cursor)
    : cursor

/** Stands for a cursor that isn't there, though the vendor says that there is more. */
const missing = {}

/** The value in the place of the cursor if the vendor has more; `undefined`: it has no more. */
export const findCursor = ({ items, lastItem, next = '', more, into }: CursorPages, readAt: ReadAt): unknown => {
  const mark = (more === undefined ? undefined : readAt(more)) ?? undefined
  // A cursor without the mark beside it counts: some vendors leave the mark out.
  if ((mark !== undefined || lastItem !== undefined) && !saysMore(mark)) return undefined
  if (lastItem !== undefined) return at(readList(readAt(items))?.at(-1), lastItem) ?? missing
  const cursor = readAt(next)
  if (!isEndMark(cursor)) return readCursorOfLink(cursor, into)
  return mark === undefined ? undefined : missing
}

/** The number of pages or items; `undefined`: the answer doesn't say (`null`, 0 beside items, -1). */
export const readTotal = ({ total }: NumberedPages, readAt: ReadAt): number | undefined => {
  const member = total === undefined ? undefined : readAt(total)
  const count = typeof member === 'number' || (typeof member === 'string' && /^\d+$/.test(member)) ? Number(member) : 0
  return count > 0 && Number.isInteger(count) ? count : undefined
}
