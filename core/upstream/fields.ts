import type { Pointer } from '../provider/index.ts'
import { nameOfToken } from '../schema/index.ts'

const stepsOf = (pointer: Pointer): string[] => pointer.split('/').slice(1).map(nameOfToken)

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** The value at a JSON pointer (RFC 6901); `undefined` where there is none. */
export const at = (value: unknown, pointer: Pointer): unknown => stepsOf(pointer).reduce(member, value)

/** A copy of `value` with another member at the pointer. */
export const replaceAt = (value: unknown, pointer: Pointer, replacement: unknown): unknown => {
  const put = (current: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (step === undefined) return replacement
    return { ...(current as Record<string, unknown>), [step]: put(member(current, step), rest) }
  }
  return put(value, stepsOf(pointer))
}

/** The members that are wanted of a value; of one without any below it, the whole. */
type Wanted = Map<string, Wanted>

const want = (wanted: Wanted, [step, ...rest]: readonly string[]): void => {
  if (step === undefined) {
    wanted.clear()
    return
  }
  const known = wanted.get(step)
  if (known?.size === 0) return
  const member: Wanted = known ?? new Map()
  wanted.set(step, member)
  want(member, rest)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What is wanted of a value, through lists; `undefined` where nothing is there. */
const pick = (value: unknown, wanted: Wanted): unknown => {
  if (Array.isArray(value)) return value.map((item) => pick(item, wanted) ?? null)
  if (!isObject(value)) return undefined
  const picked = [...wanted].flatMap(([step, inner]) => {
    if (!Object.hasOwn(value, step)) return []
    const member = inner.size === 0 ? value[step] : pick(value[step], inner)
    return member === undefined ? [] : [[step, member] as const]
  })
  // Not by assignment, which would lose a member that is called `__proto__`.
  return picked.length === 0 ? undefined : Object.fromEntries(picked)
}

const project = (value: unknown, wanted: Wanted): unknown =>
  isObject(value) && !Array.isArray(value) ? (pick(value, wanted) ?? {}) : value

/**
 * Keeps only the members that the caller named (`result_fields`): dotted paths relative to each item where the answer
 * is a list (or holds the action's list at `items`), else to the answer. One pass, however many they are.
 */
export const selectFields = (data: unknown, fields: readonly string[], items: Pointer | undefined): unknown => {
  const wanted: Wanted = new Map()
  for (const field of fields) want(wanted, field.split('.'))
  const where: Pointer = Array.isArray(data) ? '' : (items ?? '')
  const list = at(data, where)
  return Array.isArray(list)
    ? replaceAt(
        data,
        where,
        list.map((item) => project(item, wanted)),
      )
    : project(data, wanted)
}
