import { type Detail, invalidInput } from '@patchbay/core/errors'
import { formatChoice, pointerToken } from '@patchbay/core/schema'
import type Type from 'typebox'
import { Value } from 'typebox/value'
import { readQuery } from '../../../http/read/queries.ts'

/** The most problems that an answer lists. */
const mostProblems = 20

type Property = { readonly type?: unknown }

const typed = (text: string, { type }: Property): unknown => {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

const unknownParameter = (name: string, names: readonly string[]): Detail => {
  const choice = names.length === 0 ? '; this path has none' : formatChoice(name, names, 'known are')
  return { path: `/${pointerToken(name)}`, message: `unknown parameter${choice}` }
}

/**
 * The query as an object with the types that the schema declares, and its defaults filled in. A value that can't be read as
 * its type stays text, which validation then refuses. Throws VALIDATION_ERROR for a repeated parameter, and for unknown ones.
 */
export const queryValues = (schema: Type.TObject, url: string): unknown => {
  const pairs = [...readQuery(url)]
  const names = Object.keys(schema.properties)
  const unknown = pairs.filter(([name]) => !names.includes(name))
  if (unknown.length > 0)
    throw invalidInput(unknown.slice(0, mostProblems).map(([name]) => unknownParameter(name, names)))
  const values = pairs.map(([name, text]) => [name, typed(text, schema.properties[name] as Property)])
  return Value.Default(schema, Object.fromEntries(values))
}
