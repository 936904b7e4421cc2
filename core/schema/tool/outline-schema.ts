import { type JsonSchema, listTypes } from '../json-schema/json-schema.ts'
import { dereferenceSchema, type References } from '../json-schema/references.ts'
import { isNameForModels } from './parameter-names.ts'

/** The room for one parameter in a tool. */
export interface Room {
  /** The levels of members and items. */
  readonly levels: number
  /** The characters of a description; 0: none. */
  readonly text: number
  /** The number of an enum's values. */
  readonly values: number
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The type of a schema, if it is one; `null` beside it says only that the member may be empty. */
const findSingleType = (schema: JsonSchema, references: References): string | undefined => {
  const forms = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as readonly JsonSchema[] | undefined
  const types = Array.isArray(schema.type) ? schema.type : undefined
  const all =
    types ??
    (forms && schema.type === undefined
      ? forms.flatMap((form) => listTypes(dereferenceSchema(form, references)))
      : listTypes(schema))
  const [type, ...others] = [...new Set(all)].filter((one) => one !== 'null')
  return others.length === 0 && type !== 'any' ? type : undefined
}

/** A schema without references and unions that admits every value of the exact one, with as much detail as there is room for. */
export const outlineSchema = (root: JsonSchema, references: References, room: Room): JsonSchema => {
  const schema = dereferenceSchema(root, references)
  const { description, enum: values } = schema
  const type = findSingleType(schema, references)
  const next = { ...room, levels: room.levels - 1 }
  // Not all models take enums of anything else.
  const isShown =
    Array.isArray(values) && values.length <= room.values && values.every((value) => typeof value === 'string')
  const items = isSchema(schema.items) && room.levels > 0 ? outlineSchema(schema.items, references, next) : {}
  const properties = isSchema(schema.properties) && room.levels > 0 && type === 'object' ? schema.properties : {}
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>).filter(([name]) =>
    isNameForModels(name),
  )
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null')
  return {
    ...(type !== undefined && !isNullable && { type }),
    ...(isShown && { enum: values }),
    ...(type === 'array' && !isNullable && { items }),
    ...(members.length > 0 && {
      properties: Object.fromEntries(
        members.map(([name, member]) => [name, outlineSchema(Object(member), references, next)]),
      ),
    }),
    ...(typeof description === 'string' &&
      room.text > 0 && { description: description.slice(0, room.text).toWellFormed() }),
  }
}
