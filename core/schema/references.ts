import { nameOfToken } from '../provider/pointer.ts'
import type { Schema } from './widen.ts'

/** Schemas by the text of the `$ref` that names them, e.g. `#/schemas/task`. They may refer to each other in circles. */
export type References = Readonly<Record<string, unknown>>

export const noReferences: References = {}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A reference to a reference to a reference. */
const mostHops = 20

/** The schema that a reference names, with what stands beside the reference. One that leads nowhere admits everything. */
export const dereferenced = (schema: Schema, references: References): Schema => {
  let found = schema
  for (let hops = 0; typeof found.$ref === 'string' && hops < mostHops; hops++) {
    const target = references[found.$ref]
    const isAlone = Object.keys(found).length === 1
    const { $ref: _, ...beside } = found
    found = isSchema(target) ? (isAlone ? target : { ...target, ...beside }) : beside
  }
  return found
}

const member = (value: unknown, name: string, references: References): unknown => {
  const own = Array.isArray(value) || !isSchema(value) ? value : dereferenced(value, references)
  return typeof own === 'object' && own !== null && Object.hasOwn(own, name) ? Reflect.get(own, name) : undefined
}

/** What a JSON pointer into a schema leads to, through references; `undefined`: nothing. */
export const schemaAt = (schema: Schema, pointer: string, references: References): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((found, token) => member(found, nameOfToken(token), references), schema)
