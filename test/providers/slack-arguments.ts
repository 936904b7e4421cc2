import type { Recorded } from './recorded.ts'
import { SlackError } from './slack-error.ts'

/** A method's arguments: all of them text, however they came. */
export interface Arguments {
  text(name: string): string | undefined
  /** Throws the error `invalid_arguments`, or the one given, where the argument is missing or empty. */
  required(name: string, error?: string): string
  flag(name: string): boolean
  whole(name: string, otherwise: number): number
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const parseJson = (body: string): [string, string][] => {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    throw new SlackError('invalid_json')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new SlackError('json_not_object')
  return Object.entries(parsed).map(([name, value]) => [name, asText(value)])
}

const readBody = ({ headers, body }: Recorded, takesJson: boolean): [string, string][] => {
  if (body === '') return []
  const [type = '', charset] = (headers['content-type'] ?? '').split(/;\s*/)
  if (type === '') throw new SlackError('missing_post_type')
  if (charset && !/^charset=(utf-8|iso-8859-1)$/i.test(charset)) throw new SlackError('invalid_charset')
  if (type === 'application/x-www-form-urlencoded') return [...new URLSearchParams(body)]
  if (type !== 'application/json') throw new SlackError('invalid_post_type')
  // Methods that read don't look at a JSON body.
  return takesJson ? parseJson(body) : []
}

/** JSON without a charset is taken, with a warning; a form needs none. */
export const warningsOf = ({ headers }: Recorded): string[] =>
  headers['content-type'] === 'application/json' ? ['missing_charset'] : []

/** Query and body together, as Slack takes them: https://docs.slack.dev/apis/web-api#basics */
export const readArguments = (asked: Recorded, takesJson: boolean): Arguments => {
  const given = [...new URL(asked.url, 'http://slack').searchParams, ...readBody(asked, takesJson)]
  for (const [name] of given) {
    if (/\[.*\]$/.test(name)) throw new SlackError('invalid_array_arg')
    if (!/^\w{1,50}$/.test(name)) throw new SlackError('invalid_arg_name')
  }
  const values = new Map(given)
  const text = (name: string) => values.get(name) || undefined
  return {
    text,
    required: (name, error = 'invalid_arguments') => {
      const value = text(name)
      if (value !== undefined) return value
      throw new SlackError(error, { response_metadata: { messages: [`[ERROR] missing required field: ${name}`] } })
    },
    flag: (name) => text(name) === 'true' || text(name) === '1',
    whole: (name, otherwise) => {
      const value = Number(text(name) ?? otherwise)
      if (!Number.isInteger(value)) throw new SlackError('invalid_arguments')
      return value
    },
  }
}
