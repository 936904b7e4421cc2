import type { UnmatchedFields } from '../../context/index.ts'
import type { Pointer } from '../../provider/index.ts'
import { isJsonObject } from '../../provider/json-object.ts'
import { at, parsePointer, replaceAt } from '../../schema/index.ts'

type Steps = readonly string[]

/** The wanted members of a value by name, and whether the answer has them. A member without members is wanted whole. */
interface Wanted {
  readonly members: Map<string, Wanted>
  isFound: boolean
}

const newWanted = (): Wanted => ({ members: new Map(), isFound: false })

/**
 * Adds a path, after all shorter paths. Returns the node that represents it: its last member, or an earlier member that is wanted
 * whole.
 */
const want = (wanted: Wanted, [step, ...rest]: Steps): Wanted => {
  if (step === undefined) return wanted
  const field = wanted.members.get(step)
  if (field?.members.size === 0) return field
  const member = field ?? newWanted()
  wanted.members.set(step, member)
  return want(member, rest)
}

/** The wanted members of a value, or of each item of a list; `undefined` if there are none. Marks the ones that the value has. */
const pick = (value: unknown, wanted: Wanted): unknown => {
  if (Array.isArray(value)) return value.map((item) => pick(item, wanted) ?? null)
  if (!isJsonObject(value)) return undefined
  const picked = [...wanted.members].flatMap(([step, inner]) => {
    if (!Object.hasOwn(value, step)) return []
    inner.isFound ||= inner.members.size === 0
    const member = inner.members.size === 0 ? value[step] : pick(value[step], inner)
    return member === undefined ? [] : [[step, member] as const]
  })
  // Not by assignment, which would lose a member that is called `__proto__`.
  return picked.length === 0 ? undefined : Object.fromEntries(picked)
}

/** Keeps the members at some paths of each item, and says which paths an item has. The items are walked once for all paths. */
const pickFrom = (items: readonly unknown[], paths: readonly Steps[]) => {
  const wanted = newWanted()
  const sorted = paths.toSorted((one, other) => one.length - other.length)
  const nodes = new Map(sorted.map((path) => [path, want(wanted, path)]))
  const picked = items.map((item) => (isJsonObject(item) ? (pick(item, wanted) ?? {}) : item))
  return { picked, has: (path: Steps): boolean => nodes.get(path)?.isFound ?? false }
}

/** Other readings of a path: without a leading `data`, and without the path to the list. Empty: the whole items. */
const listReadings = (path: Steps, list: Steps): readonly Steps[] => {
  const inData = path[0] === 'data' ? [path.slice(1)] : []
  const isInList = (one: Steps): boolean => list.length > 0 && list.every((step, index) => one[index] === step)
  return [...inData, ...[path, ...inData].filter(isInList).map((one) => one.slice(list.length))]
}

/** True if an answer has a member at a path, lists aside. */
const hasMember = (data: unknown, path: Steps): boolean => {
  let value = data
  for (const step of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, step)) return false
    value = value[step]
  }
  return true
}

const mostFields = 50
const mostLooked = 20
const deepest = 3
/** The names that can stand between the dots of a path. */
const plainName = /^[A-Za-z0-9_-]{1,60}$/

/** The first fields of the first items, outer fields before nested ones. */
const listFirstFields = (items: readonly unknown[]): readonly string[] => {
  const paths = new Set<string>()
  let level = items.slice(0, mostLooked).map((value) => ({ path: '', value }))
  for (let depth = 0; depth < deepest; depth++) {
    const members = level.flatMap(({ path, value }) =>
      isJsonObject(value)
        ? Object.keys(value)
            .filter((name) => plainName.test(name))
            .slice(0, mostFields)
            .map((name) => ({ path: `${path}${name}`, value: value[name] }))
        : [],
    )
    for (const { path } of members) if (paths.size < mostFields) paths.add(path)
    level = members.slice(0, mostFields * mostLooked).flatMap(({ path, value }) => {
      const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, 1) : [value]
      return values.map((one) => ({ path: `${path}.`, value: one }))
    })
  }
  return [...paths]
}

export interface Selection {
  readonly data: unknown
  /** The fields without a match; left out if each field has one. */
  readonly unmatched?: UnmatchedFields
}

/**
 * Keeps only the members that the caller named (`result_fields`): dotted paths relative to each item where the answer
 * is a list (or holds the action's list at `items`), else to the answer. They may also begin where the list is, or with `data`.
 * If no field is found, the answer stays whole: an empty one would look like a vendor that has nothing.
 */
export const selectFields = (data: unknown, fields: readonly string[], items: Pointer | undefined): Selection => {
  const where: Pointer = Array.isArray(data) ? '' : (items ?? '')
  const subject = at(data, where)
  const isList = Array.isArray(subject)
  const subjects: readonly unknown[] = isList ? subject : [data]
  if (!subjects.some(isJsonObject)) return { data }

  const list = isList ? parsePointer(where) : []
  const paths = new Map([...new Set(fields)].map((field) => [field, field.split('.')]))
  const literal = pickFrom(subjects, [...paths.values()])
  const missing = [...paths].filter(([, path]) => !literal.has(path))
  const selection = (picked: readonly unknown[]): unknown => (isList ? replaceAt(data, where, picked) : picked[0])
  if (missing.length === 0) return { data: selection(literal.picked) }

  const readings = new Map(missing.map(([field, path]) => [field, listReadings(path, list)]))
  const impliedPaths = pickFrom(subjects, [...readings.values()].flat())
  const chosen = [...readings].flatMap(([field, all]): (readonly [string, Steps])[] => {
    const reading = all.find((path) => path.length === 0 || impliedPaths.has(path))
    return reading ? [[field, reading]] : []
  })
  // The members around the list are always kept.
  const isAround = (path: Steps): boolean =>
    list.length > 0 && [path, path[0] === 'data' ? path.slice(1) : path].some((one) => hasMember(data, one))
  const unmatched = missing.filter(([field, path]) => !chosen.some(([one]) => one === field) && !isAround(path))
  const chosenPaths = [...[...paths.values()].filter((path) => literal.has(path)), ...chosen.map(([, path]) => path)]
  const isWhole = chosenPaths.length === 0 || chosenPaths.some((path) => path.length === 0)
  return {
    data: isWhole ? data : selection(pickFrom(subjects, chosenPaths).picked),
    ...(unmatched.length > 0 && {
      unmatched: { unmatched_fields: unmatched.map(([field]) => field), known_fields: listFirstFields(subjects) },
    }),
  }
}
