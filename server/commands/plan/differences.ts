import { isDeepStrictEqual } from 'node:util'
import { isJsonObject } from '@patchbay/core/json-object'

/** One member that differs. `undefined` is a member that isn't there. */
export interface MemberDifference {
  /** E.g. `providers.hubspot.accounts[main].label`. */
  readonly path: string
  readonly from: unknown
  readonly to: unknown
}

type Flat = ReadonlyMap<string, unknown>

const isKeyed = (value: unknown): value is readonly { readonly id: string }[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => isJsonObject(each) && typeof each.id === 'string')

/** Every leaf by its path: accounts by their ids, other lists as a whole. */
const flatten = (value: unknown, path = ''): [string, unknown][] => {
  if (isKeyed(value)) return value.flatMap((each) => flatten(each, `${path}[${each.id}]`))
  if (!isJsonObject(value) || Object.keys(value).length === 0) return [[path, value]]
  return Object.entries(value).flatMap(([name, each]) => flatten(each, path === '' ? name : `${path}.${name}`))
}

const compare = (from: Flat, to: Flat): readonly MemberDifference[] =>
  [...new Set([...from.keys(), ...to.keys()])]
    .map((path) => ({ path, from: from.get(path), to: to.get(path) }))
    .filter((each) => !isDeepStrictEqual(each.from, each.to))

/** The differences between two records, by path. */
export const differences = (from: object | undefined, to: object): readonly MemberDifference[] => {
  const members = compare(new Map(from === undefined ? [] : flatten(from)), new Map(flatten(to)))
  if (members.length > 0 || isDeepStrictEqual(from, to)) return members
  return [{ path: 'accounts', from: 'in another order', to: 'as in the file' }]
}
