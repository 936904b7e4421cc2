import type { TSchema } from 'typebox'
import type { Detail } from '../../errors.ts'
import { pointerToken } from '../../provider/answer/pointer.ts'
import type { JsonSchema } from '../json-schema/json-schema.ts'
import { dereferenceSchema, type References } from '../json-schema/references.ts'
import { formatTooLong } from './form-message.ts'

type Schema = Readonly<Record<string, unknown>>

const classifyValue = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

const memberSchema = (schema: Schema, name: string): Schema | undefined => {
  const members = (schema.properties ?? {}) as Readonly<Record<string, Schema>>
  if (Object.hasOwn(members, name)) return members[name]
  return Object.values((schema.patternProperties ?? {}) as Readonly<Record<string, Schema>>)[0]
}

/** The form of a union that has the value's kind, if only one has; with several, another form could allow the length. */
const chooseForm = (schema: Schema, value: unknown, references: References): Schema => {
  const own = dereferenceSchema(schema, references)
  const forms = (own.anyOf ?? own.oneOf) as readonly Schema[] | undefined
  const fitting = forms
    ?.map((form) => dereferenceSchema(form, references))
    .filter(({ type }) => type === classifyValue(value))
  const [form, ...others] = fitting ?? []
  return form && others.length === 0 ? form : own
}

/**
 * Finds lists, objects and texts that are longer than their schema allows. Only lengths are compared, because a full check of
 * 18,000 items where 6 are allowed took half a second.
 */
export const findOversizedValues = (schema: TSchema, value: unknown, references: References): Detail[] => {
  const details: Detail[] = []
  const isReported = (path: string, length: number, limit: unknown, one: string): boolean => {
    if (typeof limit !== 'number' || length <= limit) return false
    details.push({ path, message: `must have at most ${limit} ${limit === 1 ? one : `${one}s`}` })
    return true
  }
  const reportText = (schema: Schema, text: string, path: string): void => {
    const { maxLength } = schema
    // JSON Schema counts code points, and a code point has up to two code units.
    if (typeof maxLength === 'number' && Math.ceil(text.length / 2) > maxLength)
      details.push({ path, message: formatTooLong(schema as JsonSchema, maxLength, text) })
  }
  const walkItems = (schema: Schema, items: readonly unknown[], path: string): void => {
    if (isReported(path, items.length, schema.maxItems, 'item') || !schema.items) return
    for (const [index, item] of items.entries()) walk(schema.items as Schema, item, `${path}/${index}`)
  }
  const walkMembers = (schema: Schema, value: Readonly<Record<string, unknown>>, path: string): void => {
    const names = Object.keys(value)
    if (isReported(path, names.length, schema.maxProperties, 'member')) return
    for (const name of names) {
      const own = memberSchema(schema, name)
      if (own) walk(own, value[name], `${path}/${pointerToken(name)}`)
    }
  }
  const walk = (declared: Schema, value: unknown, path: string): void => {
    const schema = chooseForm(declared, value, references)
    if (typeof value === 'string') reportText(schema, value, path)
    else if (Array.isArray(value)) walkItems(schema, value, path)
    else if (typeof value === 'object' && value !== null)
      walkMembers(schema, value as Readonly<Record<string, unknown>>, path)
  }

  walk(schema as Schema, value, '')
  return details
}
