import { isIdPlace } from '../heal/ids.ts'
import { describeTimeForm, findTimeForm } from '../heal/times.ts'
import type { JsonSchema } from '../json-schema/json-schema.ts'

export const characters = (count: number): string => (count === 1 ? '1 character' : `${count} characters`)

/** The formats in words, as models know some by other names than JSON Schema's, or write too much. */
const formats: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address without a name, like ann@example.com',
  uri: 'must be a whole URL, like https://example.com/page',
  uuid: 'must be a UUID, like 59833787-2cf9-4fdf-8782-e53db20768a5',
}

/** The message about a text of another format. */
export const formatMessage = (format: string): string => {
  const time = findTimeForm(format, '')
  return time ? describeTimeForm(time) : (formats[format] ?? `must be a valid ${format}`)
}

/** The message about a URL in place of an id; `undefined`: it is none, or the place holds no ids. */
export const urlMessage = ({ pattern, description }: JsonSchema, value: unknown): string | undefined => {
  const isUrl = typeof value === 'string' && /^https?:\/\//i.test(value)
  if (!isUrl || pattern === undefined || typeof description !== 'string' || !isIdPlace('', { description }))
    return undefined
  return `must be the id alone, no URL: ${description}`
}

/** The message about a text that is too long, with the form of the wanted text where the schema has one. */
export const formatTooLong = (schema: JsonSchema, limit: number, value: unknown): string => {
  const { format, pattern, description } = schema
  if (typeof format === 'string') return formatMessage(format)
  const url = urlMessage(schema, value)
  if (url !== undefined) return url
  const says = pattern !== undefined && typeof description === 'string' && description !== ''
  return `must have at most ${characters(limit)}${says ? `: ${description}` : ''}`
}
