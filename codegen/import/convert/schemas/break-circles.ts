import type { SliceSchema } from '@patchbay/core/imported'
import type { LeftOutList } from '../../read/left-out.ts'
import { isNode, type Node, toList } from '../../read/node.ts'

const start = '#/schemas/'

/** The schemas that apply to the same value as this one. A circle of these alone would never end. */
const samePlace = (schema: unknown): Node[] => {
  if (!isNode(schema)) return []
  return [
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => toList(schema[keyword])),
    ...['not', 'if', 'then', 'else'].map((keyword) => schema[keyword]),
    ...(isNode(schema.dependentSchemas) ? Object.values(schema.dependentSchemas) : []),
  ].filter(isNode)
}

const collectReferences = (schema: unknown): string[] => [
  ...(isNode(schema) && typeof schema.$ref === 'string' ? [schema.$ref.slice(start.length)] : []),
  ...samePlace(schema).flatMap(collectReferences),
]

/** The schema without its references to `names` that apply to the same value. */
const without = (schema: unknown, names: ReadonlySet<string>): unknown => {
  if (!isNode(schema)) return schema
  const result = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === '$ref') return names.has(String(value).slice(start.length)) ? [] : [[keyword, value]]
    if (['allOf', 'anyOf', 'oneOf'].includes(keyword))
      return [[keyword, toList(value).map((part) => without(part, names))]]
    if (['not', 'if', 'then', 'else'].includes(keyword)) return [[keyword, without(value, names)]]
    return [[keyword, value]]
  })
  return Object.fromEntries(result)
}

/** The schemas that lead back to themselves without a member or an item between. */
const inCircles = (schemas: Readonly<Record<string, SliceSchema>>): Set<string> => {
  const edges = new Map(Object.entries(schemas).map(([name, schema]) => [name, collectReferences(schema)]))
  const leadsTo = (from: string, wanted: string): boolean => {
    const seen = new Set<string>()
    const open = [...(edges.get(from) ?? [])]
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (name === wanted) return true
      if (!seen.has(name)) open.push(...(edges.get(name) ?? []))
      seen.add(name)
    }
    return false
  }
  return new Set([...edges].flatMap(([name, next]) => (next.length > 0 && leadsTo(name, name) ? [name] : [])))
}

/** Removes the references that would make a check loop for ever, e.g. a schema that is itself or something else. */
export const breakCircles = (
  schemas: Record<string, SliceSchema>,
  leftOut: LeftOutList,
): Record<string, SliceSchema> => {
  const circular = inCircles(schemas)
  if (circular.size === 0) return schemas
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      if (!circular.has(name)) return [name, schema]
      leftOut.add(
        'part',
        `/components/schemas/${name}`,
        'refers to itself at the same place: that reference is dropped',
      )
      return [name, without(schema, circular) as SliceSchema]
    }),
  )
}
