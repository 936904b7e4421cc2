import type Type from 'typebox'
import { Value } from 'typebox/value'
import { readQuery } from '../http/queries.ts'

type Property = { readonly type?: unknown }

const typed = (text: string, { type }: Property): unknown => {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/**
 * The query as an object with the types that the schema declares, and its defaults filled in. A value that can't be read as
 * its type stays text, which validation then refuses. Throws VALIDATION_ERROR for a repeated parameter.
 */
export const queryValues = (schema: Type.TObject, url: string): unknown =>
  Value.Default(
    schema,
    Object.fromEntries(
      [...readQuery(url)].map(([name, text]) => {
        const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
        return [name, typed(text, (property ?? {}) as Property)]
      }),
    ),
  )
