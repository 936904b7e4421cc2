import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { roundNumbers } from '../../encoding/exact-json.ts'
import type { JsonSchema } from '../json-schema/json-schema.ts'
import { dereferenceSchema, type References } from '../json-schema/references.ts'

export const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

const toSchema = (value: unknown): JsonSchema => (isContainer(value) ? value : {}) as JsonSchema

const mostForms = 20
const mostLevels = 4

/** The alternative schemas of a value, unions taken apart and references followed. */
export const listForms = (root: JsonSchema, references: References, levels = mostLevels): readonly JsonSchema[] => {
  const schema = dereferenceSchema(root, references)
  const forms = schema.anyOf ?? schema.oneOf
  if (!Array.isArray(forms) || levels === 0) return [schema]
  return forms.slice(0, mostForms).flatMap((form) => listForms(toSchema(form), references, levels - 1))
}

export const detectType = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'bigint' ? 'number' : typeof value
}

/** The JSON types that a form admits; empty if it names none, and admits them all. */
export const listFormTypes = (form: JsonSchema, references: References): readonly string[] => {
  if (form.type !== undefined) return [form.type].flat().map(String)
  const values = listValues(form)
  if (values) return [...new Set(values.map(detectType))]
  if (form.properties !== undefined) return ['object']
  const parts = Array.isArray(form.allOf) ? form.allOf : []
  return (
    parts
      .map((part) => listFormTypes(dereferenceSchema(toSchema(part), references), references))
      .find((types) => types.length > 0) ?? []
  )
}

/** The only values of a form; `undefined`: it has no list of them. */
export const listValues = (form: JsonSchema): readonly unknown[] | undefined => {
  if (Array.isArray(form.enum)) return form.enum
  return 'const' in form ? [form.const] : undefined
}

/** True if a form may have a value of that type, whatever its members and items are. */
export const isOfType = (types: readonly string[], value: unknown): boolean => {
  const type = detectType(value)
  return (
    types.length === 0 ||
    types.includes(type) ||
    (types.includes('integer') && (typeof value === 'bigint' || Number.isInteger(value)))
  )
}

/** True if a value fits a form: entirely if it is a scalar, by its type if it has members or items. */
export const fitsForm = (form: JsonSchema, value: unknown, references: References): boolean =>
  isContainer(value)
    ? isOfType(listFormTypes(form, references), value)
    : Value.Check(references as Record<string, TSchema>, form as TSchema, roundNumbers(value))

/** The member schemas of an object schema, also of one that combines several. */
export interface MemberSchemas {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
  /** True if other members are refused. */
  readonly isClosed: boolean
  /** True if the schema says that members may have other names than its own. */
  readonly takesOthers: boolean
  /** The schema of all other members. */
  readonly others?: JsonSchema | undefined
}

export const readMemberSchemas = (form: JsonSchema, references: References, levels = mostLevels): MemberSchemas => {
  const parts = levels > 0 && Array.isArray(form.allOf) ? form.allOf : []
  const inner = parts.map((part) =>
    readMemberSchemas(dereferenceSchema(toSchema(part), references), references, levels - 1),
  )
  const [pattern] = Object.values(toSchema(form.patternProperties))
  const rest = form.additionalProperties
  const others = pattern === undefined && typeof rest === 'object' ? rest : pattern
  return {
    properties: Object.assign({}, ...inner.map(({ properties }) => properties), toSchema(form.properties)),
    required: [...inner.flatMap(({ required }) => required), ...((form.required ?? []) as readonly string[])],
    isClosed: rest === false && pattern === undefined,
    takesOthers: others !== undefined || rest === true || inner.some(({ takesOthers }) => takesOthers),
    others: others === undefined ? undefined : toSchema(others),
  }
}
