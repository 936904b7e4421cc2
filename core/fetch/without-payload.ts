import { createRedaction } from './redaction.ts'

const mostValues = 1000
/** Shorter common runs are words of the vendor's own. */
const shortestRun = 12
const longestText = 65_536

/** The texts and numbers in a call's parameters, however deep. */
const valuesIn = (value: unknown, found: string[] = []): string[] => {
  if (found.length >= mostValues) return found
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') found.push(String(value))
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) valuesIn(each, found)
  return found
}

/** Replaces each run of at least 12 characters that is also in `text`: vendors cut long values before they repeat them. */
const withoutRuns = (message: string, text: string): string => {
  const isCommon = (end: number): boolean => text.includes(message.slice(end - shortestRun, end))
  let clean = ''
  for (let at = 0; at < message.length; ) {
    let end = at + shortestRun
    if (end > message.length || !isCommon(end)) {
      clean += message[at++]
      continue
    }
    while (end < message.length && isCommon(end + 1)) end++
    clean += '[redacted]'
    at = end
  }
  return clean
}

/** A vendor's message without what the caller sent, for logs: they hold no payload, and vendors repeat values in their messages. */
export const withoutPayload = (message: string, params: Readonly<Record<string, unknown>>): string => {
  const values = valuesIn(params)
  const long = values.filter(({ length }) => length >= shortestRun)
  return withoutRuns(createRedaction(values)(message), long.join('\n').slice(0, longestText))
}
