import type { AnyProvider } from '@patchbay/core/provider'
import { clash, plain } from '@patchbay/core/schema'
import type { TSchema } from 'typebox'

/** Parameters with one name and two types, as a tool describes each name once. The schemas must be valid. */
export const parameterClashes = ({ actions }: AnyProvider): string[] => {
  const first = new Map<string, { action: string; schema: TSchema }>()
  return Object.entries(actions).flatMap(([action, { params }]) =>
    Object.entries(params as Record<string, TSchema>).flatMap(([name, schema]) => {
      const other = first.get(name)
      if (!other) first.set(name, { action, schema })
      const found = other && clash(plain(other.schema), plain(schema))
      if (!other || !found) return []
      const [left, right] = found.types
      const where = found.at === '' ? '' : ` at ${found.at}`
      return [
        `the parameter \`${name}\` is ${left} in ${other.action} and ${right} in ${action}${where}: rename one, or give both one type`,
      ]
    }),
  )
}
