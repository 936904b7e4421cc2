import type { Detail } from '@patchbay/core/errors'
import {
  dereferenceSchema,
  type JsonSchema,
  listTypes,
  noReferences,
  pointerToken,
  type References,
} from '@patchbay/core/schema'
import { parseStrictValue } from '../../http/read/strict-json.ts'

export interface Mended {
  readonly value: Record<string, unknown>
  /** The conversions, each with a JSON pointer, 20 at most; empty when there were none. */
  readonly coerced: readonly Detail[]
}

/** As many as a reader takes in. A list of 180,000 conversions was 30 times as long as the call. */
const mostNotes = 20

type Kind = 'number' | 'boolean' | 'array' | 'object'

/** Texts that can only be numbers, and are short enough to be exact: no leading zeros, spaces or exponents. */
const plainNumber = /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/

const parsed = (text: string): unknown => {
  try {
    return parseStrictValue(text)
  } catch {
    return undefined
  }
}

const detectKind = (value: unknown): Kind | undefined => {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'object' && value !== null) return 'object'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : undefined
}

/** The only value that a string can mean where no string is allowed; `undefined` when that isn't certain. */
const meaning = (text: string, types: readonly string[]): { value: unknown; kind: Kind } | undefined => {
  const value =
    /^\s*[[{]/.test(text) || /^(true|false)$/.test(text) || plainNumber.test(text) ? parsed(text) : undefined
  const kind = detectKind(value)
  if (kind === undefined) return undefined
  const fits = types.includes(kind) || (types.includes('integer') && Number.isInteger(value))
  return fits ? { value, kind } : undefined
}

/** The variant of a union that a value is meant to be: the only one of the value's kind. */
const findVariant = (schema: JsonSchema, value: unknown, references: References): JsonSchema => {
  const given = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined
  const forms = given?.map((form) => dereferenceSchema(form, references))
  const [form, ...others] = forms?.filter((form) => listTypes(form).includes(detectKind(value) ?? '')) ?? []
  return form && others.length === 0 ? form : schema
}

const memberSchema = (schema: JsonSchema, name: string): JsonSchema | undefined => {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  if (Object.hasOwn(properties, name)) return properties[name]
  return typeof schema.additionalProperties === 'object' ? (schema.additionalProperties as JsonSchema) : undefined
}

/**
 * Converts numbers, booleans, lists and objects that a client sent as strings, where the schema admits no string and
 * only one reading is possible. Everything else is left unchanged and refused later.
 */
export const coerceArguments = (
  schema: JsonSchema,
  value: Record<string, unknown>,
  references: References = noReferences,
): Mended => {
  const coerced: Detail[] = []

  const walk = (value: unknown, given: JsonSchema | undefined, path: string): unknown => {
    if (!given) return value
    const schema = dereferenceSchema(given, references)
    if (typeof value === 'string') {
      const types = listTypes(schema)
      const meant = types.includes('string') || types.includes('any') ? undefined : meaning(value, types)
      if (!meant) return value
      const message = `the string was read as the ${meant.kind} that it holds`
      if (coerced.length < mostNotes) coerced.push({ path, message })
      return walk(meant.value, schema, path)
    }
    const form = findVariant(schema, value, references)
    if (Array.isArray(value)) {
      // Nothing in it can be converted, or it will be refused for its length.
      if (!form.items || value.length > Number(form.maxItems)) return value
      return value.map((item, index) => walk(item, form.items as JsonSchema | undefined, `${path}/${index}`))
    }
    if (typeof value !== 'object' || value === null) return value
    if (!form.properties && typeof form.additionalProperties !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        walk(member, memberSchema(form, name), `${path}/${pointerToken(name)}`),
      ]),
    )
  }
  return { value: walk(value, schema, '') as Record<string, unknown>, coerced }
}
