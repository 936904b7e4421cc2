import type { TSchema } from 'typebox'
import type { Detail } from '../../errors.ts'
import { pointerToken } from '../../provider/answer/pointer.ts'
import { dereferenceSchema, type References } from '../references.ts'

type Schema = Readonly<Record<string, unknown>>

const classifyValue = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

const memberSchema = (schema: Schema, name: string): Schema | undefined => {
  const members = (schema.properties ?? {}) as Readonly<Record<string, Schema>>
  if (Object.hasOwn(members, name)) return members[name]
  return Object.values((schema.patternProperties ?? {}) as Readonly<Record<string, Schema>>)[0]
}

/**
 * Finds lists, objects and texts that are longer than their schema allows. Only lengths are compared, because a full check of
 * 18,000 items where 6 are allowed took half a second.
 */
export const findOversizedValues = (schema: TSchema, value: unknown, references: References): Detail[] => {
  const found: Detail[] = []
  /** The form of a union that has the value's kind, if only one has; with several, another form could allow the length. */
  const chooseForm = (schema: Schema, value: unknown): Schema => {
    const own = dereferenceSchema(schema, references)
    const forms = (own.anyOf ?? own.oneOf) as readonly Schema[] | undefined
    const fitting = forms
      ?.map((form) => dereferenceSchema(form, references))
      .filter(({ type }) => type === classifyValue(value))
    const [form, ...others] = fitting ?? []
    return form && others.length === 0 ? form : own
  }
  const walk = (schema: Schema, value: unknown, path: string): void => {
    const { maxLength, maxItems, maxProperties, items } = schema
    const isReported = (length: number, limit: unknown, one: string): boolean => {
      if (typeof limit !== 'number' || length <= limit) return false
      found.push({ path, message: `must have at most ${limit} ${limit === 1 ? one : `${one}s`}` })
      return true
    }
    if (typeof value === 'string') {
      // JSON Schema counts code points, and a code point has up to two code units.
      isReported(Math.ceil(value.length / 2), maxLength, 'character')
    } else if (Array.isArray(value)) {
      if (isReported(value.length, maxItems, 'item')) return
      if (!items) return
      for (const [index, item] of value.entries()) walk(chooseForm(items as Schema, item), item, `${path}/${index}`)
    } else if (typeof value === 'object' && value !== null) {
      const names = Object.keys(value)
      if (isReported(names.length, maxProperties, 'member')) return
      for (const name of names) {
        const own = memberSchema(schema, name)
        if (!own) continue
        const member = (value as Readonly<Record<string, unknown>>)[name]
        walk(chooseForm(own, member), member, `${path}/${pointerToken(name)}`)
      }
    }
  }

  walk(chooseForm(schema as Schema, value), value, '')
  return found
}
