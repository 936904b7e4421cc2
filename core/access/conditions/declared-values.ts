import type { TSchema } from 'typebox'
import type { AnyAction } from '../../provider/index.ts'
import {
  dereferenceSchema,
  isJsonSchema,
  type JsonSchema,
  listTypes,
  noReferences,
  type References,
  rawParameters,
  toJsonSchema,
} from '../../schema/index.ts'

/** The values that an action declares at a place of its parameters. */
export interface DeclaredValues {
  /** The schemas of the alternatives; empty: any value. */
  readonly schemas: readonly JsonSchema[]
  readonly references: References
}

const alternatives = ['anyOf', 'oneOf', 'allOf'] as const
const mostDepth = 8

const unfold = (declared: unknown, references: References, depth = 0): readonly JsonSchema[] => {
  if (!isJsonSchema(declared) || depth > mostDepth) return []
  const schema = dereferenceSchema(declared, references)
  const parts = alternatives.flatMap((keyword) => (schema[keyword] ?? []) as readonly unknown[])
  return parts.length === 0 ? [schema] : parts.flatMap((part) => unfold(part, references, depth + 1))
}

/** The parameters of an action, as one object. */
export const declareParameters = ({ params, references = noReferences }: Pick<AnyAction, 'params' | 'references'>) => {
  const properties = Object.fromEntries(
    Object.entries(params).map(([name, schema]) => [name, toJsonSchema(schema as TSchema)]),
  )
  return { schemas: [{ type: 'object', properties, additionalProperties: false }], references }
}

export const declareRawParameters = (): DeclaredValues => declareParameters({ params: rawParameters })

/** The JSON types of the values; empty: any. */
export const listDeclaredTypes = ({ schemas }: DeclaredValues): readonly string[] => {
  const types = [...new Set(schemas.flatMap((schema) => [schema.type ?? listTypes(schema)].flat().map(String)))]
  return types.includes('any') ? [] : types
}

const isOpen = ({ type, properties, additionalProperties, patternProperties }: JsonSchema): boolean =>
  patternProperties !== undefined ||
  (additionalProperties !== undefined && additionalProperties !== false) ||
  (properties === undefined && (type === undefined || type === 'object'))

/** The values of a member; `undefined`: no alternative has a member of that name. */
export const declaredMember = ({ schemas, references }: DeclaredValues, name: string): DeclaredValues | undefined => {
  const members = schemas.flatMap(({ properties }) =>
    isJsonSchema(properties) && Object.hasOwn(properties, name) ? unfold(properties[name], references) : [],
  )
  if (members.length > 0) return { schemas: members, references }
  return schemas.length === 0 || schemas.some(isOpen) ? { schemas: [], references } : undefined
}

/** The names of the members that are declared. */
export const listDeclaredMembers = ({ schemas }: DeclaredValues): readonly string[] => [
  ...new Set(schemas.flatMap(({ properties }) => (isJsonSchema(properties) ? Object.keys(properties) : []))),
]

/** The values of the items of a list. */
export const declaredItems = ({ schemas, references }: DeclaredValues): DeclaredValues => ({
  schemas: schemas.flatMap(({ items }) => unfold(items, references)),
  references,
})
