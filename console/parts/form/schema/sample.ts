import { isRecord } from '../is-record.ts'

/** Deeper values are left empty: an example is there to be read. */
const mostLevels = 4

const scalars: Readonly<Record<string, unknown>> = { string: '…', number: 1, integer: 1, boolean: true, null: null }

const firstBranch = (schema: Readonly<Record<string, unknown>>): unknown =>
  [schema.oneOf, schema.anyOf].flatMap((list) => (Array.isArray(list) ? list : []))[0]

const sampleObject = (schema: Readonly<Record<string, unknown>>, level: number): Record<string, unknown> => {
  if (level >= mostLevels || !isRecord(schema.properties)) return {}
  const needed = Array.isArray(schema.required) ? schema.required : []
  const members = Object.entries(schema.properties)
  const shown = needed.length > 0 ? members.filter(([name]) => needed.includes(name)) : members.slice(0, 2)
  return Object.fromEntries(shown.map(([name, member]) => [name, sampleSchema(member, level + 1)]))
}

/** A value that shows the form of a JSON Schema: of an object the members that it needs, or its first two. */
export const sampleSchema = (schema: unknown, level = 0): unknown => {
  if (!isRecord(schema)) return {}
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === undefined && firstBranch(schema) !== undefined) return sampleSchema(firstBranch(schema), level)
  if (type === 'array') return level >= mostLevels ? [] : [sampleSchema(schema.items, level + 1)]
  if ((type === 'number' || type === 'integer') && typeof schema.minimum === 'number') return schema.minimum
  const scalar = scalars[String(type)]
  return scalar === undefined ? sampleObject(schema, level) : scalar
}
