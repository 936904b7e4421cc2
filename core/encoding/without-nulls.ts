import { isJsonObject } from '../provider/json-object.ts'

const isNothing = (value: unknown): boolean => value === null || value === undefined

/**
 * A value as queries, headers, cookies and forms hold it. Only JSON has `null`: elsewhere it is left out, and so are lists and objects
 * with nothing else in them. `undefined`: nothing is left of the value.
 */
export const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const items = value.map(withoutNulls).filter((item) => item !== undefined)
    return items.length === 0 ? undefined : items
  }
  if (!isJsonObject(value)) return isNothing(value) ? undefined : value
  const members = Object.entries(value)
    .map(([name, member]) => [name, withoutNulls(member)] as const)
    .filter(([, member]) => member !== undefined)
  return members.length === 0 ? undefined : Object.fromEntries(members)
}
