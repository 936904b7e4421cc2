import { type JsonSchema, toJsonSchema } from '@patchbay/core/schema'
import type { TSchema } from 'typebox'

export const ref = (kind: 'parameters' | 'responses' | 'schemas', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
})

export const jsonContent = (schema: unknown) => ({ 'application/json': { schema } })

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Generators make a type with the single value "true" of such a constant, which no answer has: its description says the value. */
const withoutConstantBoolean = (schema: JsonSchema): JsonSchema => {
  if (typeof schema.const !== 'boolean') return schema
  const { const: value, description = `Always \`${value}\``, ...rest } = schema
  return { ...rest, type: 'boolean', description }
}

/** Gives required constants their value as the default, so that the types of generated clients fill it in. An optional one may be left out. */
const withConstantDefaults = (schema: JsonSchema): JsonSchema => {
  const { properties, required } = schema
  if (!isObject(properties) || !Array.isArray(required)) return schema
  const filled = Object.entries(properties).map(([name, member]) =>
    isObject(member) && typeof member.const === 'string' && required.includes(name)
      ? [name, { ...member, default: member.const }]
      : [name, member],
  )
  return { ...schema, properties: Object.fromEntries(filled) }
}

/** True for the forms of a value that is a text, say, or `null`. */
const hasNull = (forms: unknown): forms is readonly JsonSchema[] =>
  Array.isArray(forms) && forms.some((form) => isObject(form) && form.type === 'null')

/** Go's generator can't name a map of values that may be `null` as one of several forms: the document leaves the `null` out there. */
const withoutNullInMap = (form: unknown): unknown => {
  if (!isObject(form) || !isObject(form.additionalProperties)) return form
  const { anyOf } = form.additionalProperties
  if (!hasNull(anyOf)) return form
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null')
  return { ...form, additionalProperties: others.length === 0 ? only : { anyOf: [only, ...others] } }
}

const withPlainForms = (schema: JsonSchema): JsonSchema =>
  Array.isArray(schema.anyOf) ? { ...schema, anyOf: schema.anyOf.map(withoutNullInMap) } : schema

/** Keywords whose values are data, which may look like a schema. */
const dataKeywords = new Set(['const', 'default', 'discriminator', 'enum', 'examples'])
/** Keywords whose members are schemas by names of any kind. */
const namingKeywords = new Set(['properties', 'patternProperties'])

const mapMembers = (object: JsonSchema, map: (value: unknown, name: string) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]))

/**
 * Makes OpenAPI schemas of TypeBox schemas. A schema with a `title` becomes a component of that name, and is replaced by a
 * reference. `errorMessage` is left out, because it is for the gateway's own checks.
 */
export const createComponents = () => {
  const schemas: Record<string, JsonSchema> = {}

  const add = (title: string, component: JsonSchema): { readonly $ref: string } => {
    const earlier = schemas[title]
    if (earlier && JSON.stringify(earlier) !== JSON.stringify(component))
      throw new Error(`two schemas have the title ${title}`)
    schemas[title] = component
    return ref('schemas', title)
  }

  /** `adds`: schemas with a title become components; else the title, which names nothing, is left out. */
  const place = (value: unknown, adds: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => place(each, adds))
    if (!isObject(value)) return value
    const { title, errorMessage: _, ...members } = value
    const placed = mapMembers(members, (member, keyword) => {
      if (dataKeywords.has(keyword)) return member
      if (namingKeywords.has(keyword) && isObject(member)) return mapMembers(member, (each) => place(each, adds))
      return place(member, adds)
    })
    const schema = withPlainForms(withConstantDefaults(withoutConstantBoolean(placed)))
    return typeof title === 'string' && adds ? add(title, schema) : schema
  }

  const findFreeTitle = (title: string, number = 1): string => {
    const numbered = number === 1 ? title : `${title}${number}`
    return numbered in schemas ? findFreeTitle(title, number + 1) : numbered
  }

  return {
    /** The components so far, by name. */
    schemas: schemas as Readonly<Record<string, JsonSchema>>,
    schemaOf: (schema: TSchema): JsonSchema => place(toJsonSchema(schema), true) as JsonSchema,
    /** Adds a schema of a plugin by this title, with a number behind it if another schema has the title. */
    addUnder: (title: string, schema: TSchema) =>
      add(findFreeTitle(title), place(toJsonSchema(schema), false) as JsonSchema),
  }
}

export type Components = ReturnType<typeof createComponents>
