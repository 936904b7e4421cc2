import { type JsonSchema, toJsonSchema } from '@patchbay/core/schema'
import type { TSchema } from 'typebox'

export const ref = (kind: 'parameters' | 'responses' | 'schemas', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
})

export const jsonContent = (schema: unknown) => ({ 'application/json': { schema } })

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Makes OpenAPI schemas of TypeBox schemas. A schema with a `title` becomes a component of that name, and is replaced by a
 * reference. `errorMessage` is left out, because it is for the gateway's own checks.
 */
export const createComponents = () => {
  const schemas: Record<string, JsonSchema> = {}

  const place = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(place)
    if (!isObject(value)) return value
    // A member of `properties` may also be called `errorMessage`, but it is then a schema instead of a text.
    const jsonMembers = Object.entries(value).filter(
      ([name, text]) => name !== 'errorMessage' || typeof text !== 'string',
    )
    const schema = Object.fromEntries(jsonMembers.map(([name, member]) => [name, place(member)]))
    if (typeof schema.title !== 'string') return schema
    const { title, ...component } = schema
    const known = schemas[title]
    if (known && JSON.stringify(known) !== JSON.stringify(component))
      throw new Error(`two schemas have the title ${title}`)
    schemas[title] = component
    return ref('schemas', title)
  }

  return {
    /** The components so far, by name. */
    schemas: schemas as Readonly<Record<string, JsonSchema>>,
    schemaOf: (schema: TSchema): JsonSchema => place(toJsonSchema(schema)) as JsonSchema,
  }
}

export type Components = ReturnType<typeof createComponents>
