import type { TSchema } from 'typebox'

/** A JSON Schema as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>

export const isJsonSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON types that a schema admits, sorted; `any` if it names none. */
export const listTypes = (schema: JsonSchema): string[] => {
  const types = (): string[] => {
    if (typeof schema.type === 'string') return [schema.type]
    if (Array.isArray(schema.enum)) return schema.enum.map(typeOfValue)
    if ('const' in schema) return [typeOfValue(schema.const)]
    const forms = schema.anyOf ?? schema.oneOf
    return Array.isArray(forms) ? forms.filter(isJsonSchema).flatMap(listTypes) : ['any']
  }
  return [...new Set(types())].sort()
}

const typeOfValue = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** The pattern of TypeBox's maps. `additionalProperties` means the same and is better known to clients. */
const anyName = '^.*$'

const openMap = (schema: JsonSchema): JsonSchema => {
  const patterns = schema.patternProperties
  if (!isJsonSchema(patterns) || !(anyName in patterns) || Object.keys(patterns).length > 1) return schema
  const { patternProperties: _, ...rest } = schema
  return { ...rest, additionalProperties: patterns[anyName] }
}

/** Adds the type of an enum's values, which TypeBox leaves out and some MCP clients need. */
const typedEnum = (schema: JsonSchema): JsonSchema => {
  if (!Array.isArray(schema.enum) || 'type' in schema) return schema
  const [type, ...others] = listTypes(schema)
  return others.length === 0 ? { type, ...schema } : schema
}

/** A TypeBox schema as plain JSON Schema, without TypeBox's marks, in the keywords that MCP clients know best. */
export const toJsonSchema = (schema: TSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (_, value) =>
    isJsonSchema(value) ? typedEnum(openMap(value)) : value,
  ) as JsonSchema
