import { findTimeForm } from '../heal/times.ts'
import type { JsonSchema } from '../json-schema/json-schema.ts'
import { dereferenceSchema, type References } from '../json-schema/references.ts'

const mostLevels = 3
const mostRequired = 3

/** The example that a description gives. */
const quoted = /\be\.g\. (?:"([^"]+)"|([^\s,;()]*[^\s,;:.()]))/

const byFormat: Readonly<Record<string, string>> = {
  email: 'ann@example.com',
  uri: 'https://example.com/page',
  uuid: '59833787-2cf9-4fdf-8782-e53db20768a5',
  date: '2026-01-31',
  'date-time': '2026-01-31T09:00:00Z',
}

const textExample = ({ format, pattern, examples, description = '' }: JsonSchema): string | undefined => {
  const [first] = Array.isArray(examples) ? examples : []
  if (typeof first === 'string') return first
  if (typeof format === 'string' && byFormat[format] !== undefined) return byFormat[format]
  const [, inQuotes, bare] = quoted.exec(String(description)) ?? []
  return inQuotes ?? bare ?? (pattern === undefined ? '...' : undefined)
}

/** A value of the form that a schema wants; `undefined`: none is known. `about`: the descriptions around it. */
export const exampleOf = (root: JsonSchema, references: References, about = '', levels = mostLevels): unknown => {
  const schema = dereferenceSchema(root, references)
  const { type, enum: values, anyOf, oneOf, items, properties, minimum, description = '' } = schema
  const words = `${about} ${description}`
  if ('const' in schema) return schema.const
  if (Array.isArray(values)) return values[0]
  const forms = anyOf ?? oneOf
  if (Array.isArray(forms)) return exampleOf(forms[0] as JsonSchema, references, words, levels)
  if (type === 'integer' || type === 'number') {
    const time = findTimeForm(schema.format, words)
    if (time === 'seconds') return 1_767_225_600
    if (time === 'milliseconds') return 1_767_225_600_000
    return typeof minimum === 'number' ? minimum : 1
  }
  if (type === 'boolean') return true
  if (type === 'string') return textExample(schema)
  if (levels === 0) return undefined
  if (type === 'array') {
    const item = items === undefined ? undefined : exampleOf(items as JsonSchema, references, words, levels - 1)
    return item === undefined ? undefined : [item]
  }
  return properties === undefined ? undefined : exampleMembers(schema, references, words, levels)
}

/** The members by which a thing is usually named, where none is required: the first one that there is. */
const usualMembers = ['email', 'dateTime', 'date', 'id', 'name', 'key', 'value', 'text', 'title']

const exampleMembers = (
  { properties, required }: JsonSchema,
  references: References,
  about: string,
  levels: number,
): unknown => {
  const declared = Object.entries(properties as Readonly<Record<string, JsonSchema>>)
  const needed = declared.filter(([name]) => Array.isArray(required) && required.includes(name))
  if (needed.length > mostRequired) return undefined
  const [usual] = usualMembers.flatMap((name) => declared.filter(([one]) => one === name))
  const chosen = needed.length > 0 ? needed : [usual ?? declared[0]].filter((one) => one !== undefined)
  const members = chosen.map(([name, member]) => [name, exampleOf(member, references, about, levels - 1)] as const)
  return members.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(members)
}
