import { asUnixSeconds, msOf } from '../time.ts'
import type { Pointer } from './answer/pages.ts'
import { at } from './answer/pointer.ts'
import type { Read } from './effect.ts'
import { isJsonObject } from './json-object.ts'
import type { Params, ParamsOf } from './parameters.ts'

/** The write whose effect is looked for. */
export interface Sought<W> {
  /**
   * The write's parameters.
   * @example shows: (data, { params }) => at(data, '/title') === params.title
   */
  readonly params: W
  /**
   * A minute before the write began, as clocks differ.
   * @example shows: (data, { since }) => Date.parse(String(at(data, '/updated_at'))) >= since.getTime()
   */
  readonly since: Date
  /**
   * The time when the write began, by the vendor's clock.
   * @example shows: (data, { began }) => Date.parse(String(at(data, '/sent_at'))) >= began.getTime()
   */
  readonly began: Date
  /**
   * The latest time at which the write was over: an item made later is not its effect.
   * @example shows: (data, { over }) => Date.parse(String(at(data, '/sent_at'))) <= over.getTime()
   */
  readonly over: Date
}

/** A value of the read's parameter: the same each time, or made of the write's parameters. `undefined`: it is left out. */
export type ConfirmValue<W, V> = V | ((params: W, since: Date) => V | undefined)

/** A read action, as far as types of confirmations look at it. */
interface ReadOf<R extends Params> {
  readonly effect: Read
  readonly params: R
}

/** The read that finds out the outcome of a write whose answer was lost. `W`: the write's parameters, `R`: the read's. */
export interface Confirm<W, R extends Params> {
  /**
   * A read of the same provider whose answer shows whether the write was carried out.
   * @example read: get_item
   */
  readonly read: ReadOf<R>
  /**
   * The read's parameters: values, or functions of the write's parameters and of a time a minute before the write began. Where a
   * function gives `undefined` for a parameter that the read needs, this call isn't looked after.
   * @example params: { item_id: ({ item_id }) => item_id, limit: 100 }
   */
  readonly params: { readonly [Name in keyof ParamsOf<NoInfer<R>>]: ConfirmValue<W, ParamsOf<NoInfer<R>>[Name]> }
  /**
   * True if the outcome of a call with these parameters can be found out; left out: of every one.
   * @example when: ({ parent_id }) => parent_id !== undefined
   */
  when?(params: W): boolean
  /**
   * True if the answer shows that the write was carried out; `undefined`: the answer doesn't tell. `true` must never be said of what
   * another write did, nor `false` where the vendor may only be late. `data` is what callers of the read get, and `undefined` where
   * the vendor answers 404 or 410. `holds` and `madeSince` make what is needed most.
   * @example shows: (data) => data === undefined
   */
  shows(data: unknown, sought: Sought<W>): boolean | undefined
}

/** A `confirm` as core runs it, with its types erased. */
export interface AnyConfirm {
  /** A text names an action of the document. */
  readonly read: object | string
  readonly params: Readonly<Record<string, unknown>>
  when?(params: never): boolean
  shows(data: unknown, sought: Sought<never>): boolean | undefined
}

const isTime = /^\d{4}-\d\d-\d\dT/

const isAddress = /^[^\s@]+@[^\s@]+$/

const normalize = (value: unknown): string => {
  const text = String(value).normalize().replaceAll('\r\n', '\n').trim()
  return isAddress.test(text) ? text.toLowerCase() : text
}

/** True if two values are the same, however vendors write numbers, times and mail addresses. */
const isSame = (one: unknown, other: unknown): boolean =>
  normalize(one) === normalize(other) ||
  (isTime.test(String(one)) && isTime.test(String(other)) && Date.parse(String(one)) === Date.parse(String(other)))

/** The part of a text that stays when a vendor formats it, or adds marks. */
const readLetters = (value: unknown): string =>
  String(value)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const isSimilar = (one: unknown, other: unknown): boolean =>
  isSame(one, other) || readLetters(one) === readLetters(other)

/** True if a value has all wanted parts: the members of an object, at every depth, and exactly the items of a list in any order. */
const hasAll = (value: unknown, wanted: unknown, same = isSame): boolean => {
  if (wanted === undefined) return true
  // Vendors answer nothing, null or an empty text for what was emptied.
  if (wanted === null || wanted === '') return value === undefined || value === null || value === ''
  if (Array.isArray(wanted)) {
    const items = value ?? []
    if (!Array.isArray(items) || items.length !== wanted.length) return false
    return wanted.every((item) => items.some((own) => hasAll(own, item, same)))
  }
  if (isJsonObject(wanted))
    return isJsonObject(value) && Object.entries(wanted).every(([name, own]) => hasAll(value[name], own, same))
  return !isJsonObject(value) && !Array.isArray(value) && same(value, wanted)
}

const isEmpty = (wanted: unknown): boolean =>
  typeof wanted === 'object' && wanted !== null && Object.values(wanted).every((member) => member === undefined)

/**
 * Makes a `shows` for a write that changes something: what is read has these members now. Numbers and texts are compared as texts,
 * times as times; members that are `undefined` don't count, and lists need the same items. `changed` is where it says when it was last changed: where that is before
 * the write, the write wasn't carried out. Without it, or after another change, nothing can be told.
 * @example shows: holds(({ title, done }) => ({ title, done }), '/updated_at')
 */
export const holds =
  <W>(wanted: (params: W) => unknown, changed?: Pointer) =>
  (data: unknown, { params, since }: Sought<W>): boolean | undefined => {
    const members = wanted(params)
    if (data === undefined || isEmpty(members)) return undefined
    if (hasAll(data, members)) return true
    return changed !== undefined && readTime(at(data, changed)) < since.getTime() ? false : undefined
  }

/** Unix seconds or milliseconds as numbers or texts, ISO 8601, and `/Date(1439434356790+0000)/`. */
const readTime = (value: unknown): number => {
  const [, inside] = /^\/Date\((\d+)/.exec(String(value)) ?? []
  const number = Number(inside ?? value)
  // Some write a zone without its colon: 2026-11-26T10:00:00.000+0000.
  if (value === null || value === '' || Number.isNaN(number))
    return Date.parse(String(value).replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return number > 1e11 ? number : msOf(asUnixSeconds(number))
}

/** The place of the items' creation times in a list. */
interface Listed {
  /** The pointer to the list in the answer that callers of the read get. */
  readonly items: Pointer | ''
  /** The pointer to an item's creation time, or a function that reads it. */
  readonly made: Pointer | ((item: unknown) => unknown)
  /** The most items that the read gives. */
  readonly most: number
  /** The pointer to the next page in the answer, for a read that gives the first page only. */
  readonly next?: Pointer
  /** The read may lack what was made: an index that lags, or a list that items leave again. What it doesn't give may be there. */
  readonly mayMiss?: true
}

/** The comparison of an item with the write. */
interface Comparison {
  /** True if the item is the one that the write makes. */
  is(item: unknown): boolean
  /** True if the item may be the one that the write made, as the vendor may have changed the values. */
  mayBe(item: unknown): boolean
}

/** Vendors cut off fractions of seconds, and their clocks are known to the second. */
const toleranceMs = 2000
/** Some cut off the seconds as well. */
const minuteMs = 60_000

/**
 * Makes out whether a write added something. It did if exactly one item was made while the write ran and is what the write makes. It did
 * not if the list is whole and has no item that may be. Anything else can't be told: two such items, one that was made right before
 * the write, or one that is only similar.
 * @example shows: (data, sought) => findMade(data, sought, { items: '/items', made: '/created_at', most: 100 }, { is: (item) => at(item, '/title') === sought.params.title, mayBe: () => true })
 */
export const findMade = (
  data: unknown,
  { since, began, over }: Pick<Sought<unknown>, 'since' | 'began' | 'over'>,
  { items, made, most, next, mayMiss }: Listed,
  { is, mayBe }: Comparison,
): boolean | undefined => {
  const list = items === '' ? data : at(data, items)
  if (!Array.isArray(list)) return undefined
  const timed = list.map((item) => ({ item, time: readTime(typeof made === 'string' ? at(item, made) : made(item)) }))
  const earliest = since.getTime() - minuteMs
  // An item without a time that can be read stays among them.
  const near = timed.filter(({ time }) => !(time < earliest || time > over.getTime() + toleranceMs))
  const same = near.filter(({ item }) => is(item))
  if (same.length === 1 && same.every(({ time }) => time >= began.getTime() - toleranceMs)) return true
  if (same.length > 0 || near.some(({ item }) => mayBe(item))) return undefined
  const [first = 0, last = 0] = [timed[0]?.time, timed.at(-1)?.time]
  const goesBack = first > last && last < earliest
  const isWhole = goesBack || (list.length < most && !(next && at(data, next)))
  return isWhole && !mayMiss ? false : undefined
}

interface Likeness<W> extends Listed {
  /** All that an item has that the write made. */
  readonly like: (params: W) => unknown
  /** The parts that an item keeps even if the vendor changes the rest; left out: none, so that any item of that time may be it. */
  readonly atLeast?: (params: W) => unknown
}

/**
 * Makes a `shows` for a write that adds something, by `findMade`: members are compared as `holds` does.
 * @example shows: madeSince({ items: '/items', made: '/created_at', most: 100, like: ({ title, text }) => ({ title, text }), atLeast: ({ title }) => ({ title }) })
 */
export const madeSince =
  <W>({ like, atLeast, ...listed }: Likeness<W>) =>
  (data: unknown, { params, ...times }: Sought<W>): boolean | undefined => {
    const [wanted, least] = [like(params), atLeast?.(params)]
    if (isEmpty(wanted)) return undefined
    return findMade(data, times, listed, {
      is: (item) => hasAll(item, wanted),
      mayBe: (item) => hasAll(item, least, isSimilar),
    })
  }
