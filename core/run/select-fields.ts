import type { Pointer } from '../provider/index.ts'
import { at, replaceAt } from './json-pointer.ts'

/** Picks a dotted path out of a value, through lists; `undefined` where nothing is there. */
const pick = (value: unknown, [step, ...rest]: readonly string[]): unknown => {
  if (step === undefined) return value
  if (Array.isArray(value)) return value.map((item) => pick(item, [step, ...rest]) ?? null)
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
  const picked = pick((value as Record<string, unknown>)[step], rest)
  return picked === undefined ? undefined : { [step]: picked }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const merge = (a: unknown, b: unknown): unknown => {
  if (Array.isArray(a) && Array.isArray(b)) return a.map((item, index) => merge(item, b[index]))
  if (!isPlain(a) || !isPlain(b)) return b ?? a
  const added = Object.entries(b).map(([name, value]) => [name, Object.hasOwn(a, name) ? merge(a[name], value) : value])
  // Not by assignment, which would lose a member that is called `__proto__`.
  return Object.fromEntries([...Object.entries(a), ...added])
}

const project = (value: unknown, paths: readonly string[][]): unknown =>
  isPlain(value) ? paths.map((path) => pick(value, path)).reduce(merge, {}) : value

/**
 * Keeps only the members that the caller named (`result_fields`): dotted paths relative to each item where the answer
 * is a list (or holds the action's list at `items`), else to the answer.
 */
export const selectFields = (data: unknown, fields: readonly string[], items: Pointer | undefined): unknown => {
  const paths = fields.map((field) => field.split('.'))
  const where: Pointer = Array.isArray(data) ? '' : (items ?? '')
  const list = at(data, where)
  return Array.isArray(list)
    ? replaceAt(
        data,
        where,
        list.map((item) => project(item, paths)),
      )
    : project(data, paths)
}
