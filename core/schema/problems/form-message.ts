import { describeTimeForm, findTimeForm } from '../heal/times.ts'
import type { JsonSchema } from '../json-schema.ts'

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

/** The message about a text that is too long, with the form of the wanted text where the schema has one. */
export const formatTooLong = ({ format, pattern, description }: JsonSchema, limit: number): string => {
  if (typeof format === 'string') return formatMessage(format)
  const says = pattern !== undefined && typeof description === 'string' && description !== ''
  return `must have at most ${characters(limit)}${says ? `: ${description}` : ''}`
}
