import type { AnyProvider } from '@patchbay/core/provider'
import { findTypeClash, toJsonSchema } from '@patchbay/core/schema'
import type { TSchema } from 'typebox'
import { type Fault, faultsAt } from '../faults/fault.ts'

/** Parameters with one name and two types, by the later action: a tool describes each name once. The schemas must be valid. */
export const parameterClashes = ({ actions }: AnyProvider): ReadonlyMap<string, Fault[]> => {
  const first = new Map<string, { action: string; schema: TSchema }>()
  const checkParameter = (action: string, name: string, schema: TSchema): Fault[] => {
    const other = first.get(name)
    if (!other) first.set(name, { action, schema })
    const clash = other && findTypeClash(toJsonSchema(other.schema), toJsonSchema(schema))
    if (!other || !clash) return []
    const [left, right] = clash.types
    const where = clash.at === '' ? '' : ` at ${clash.at}`
    const message = `the parameter \`${name}\` is ${left} in ${other.action} and ${right} in ${action}${where}: rename one, or give both one type`
    return faultsAt(['params', name], [message])
  }
  return new Map(
    Object.entries(actions).map(([action, { params }]) => [
      action,
      Object.entries(params as Record<string, TSchema>).flatMap(([name, schema]) =>
        checkParameter(action, name, schema),
      ),
    ]),
  )
}
