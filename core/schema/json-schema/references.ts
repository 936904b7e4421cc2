import type { TSchema } from 'typebox'
import { nameOfToken } from '../../provider/answer/pointer.ts'
import { isJsonSchema, type JsonSchema } from './json-schema.ts'

/** Schemas by the text of the `$ref` that names them, e.g. `#/schemas/task`. They may refer to each other in circles. */
export type References = Readonly<Record<string, unknown>>

export const noReferences: References = {}

/** The longest chain of references. */
const mostHops = 20

/** The schema that a reference names, with the keywords beside the reference. A reference that leads nowhere admits everything. */
export const dereferenceSchema = (schema: JsonSchema, references: References): JsonSchema => {
  let node = schema
  for (let hops = 0; typeof node.$ref === 'string' && hops < mostHops; hops++) {
    const target = references[node.$ref]
    const isAlone = Object.keys(node).length === 1
    const { $ref: _, ...beside } = node
    if (isAlone && isJsonSchema(target)) node = target
    else node = isJsonSchema(target) ? { ...target, ...beside } : beside
  }
  return node
}

const member = (value: unknown, name: string, references: References): unknown => {
  const own = Array.isArray(value) || !isJsonSchema(value) ? value : dereferenceSchema(value, references)
  return typeof own === 'object' && own !== null && Object.hasOwn(own, name) ? Reflect.get(own, name) : undefined
}

/** The schema at a JSON pointer into a schema, through references; `undefined`: the pointer leads nowhere. */
export const schemaAt = (schema: JsonSchema, pointer: string, references: References): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((node, token) => member(node, nameOfToken(token), references), schema)

/** The part of a schema that an error's `schemaPath` (`#/properties/a`) points at. */
export const memberAt = (schema: TSchema, schemaPath: string, references: References): JsonSchema =>
  dereferenceSchema(Object(schemaAt(schema as JsonSchema, schemaPath, references)), references)
