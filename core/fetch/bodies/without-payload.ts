import { createRedaction } from '../redaction.ts'

/** As many as a body may have (`server/http/read/strict-json.ts`). */
const mostValues = 20_000
/** The values that are looked for in all forms in which a vendor could write them; of further ones, the plain form alone. */
const mostEncoded = 1000
/** Shorter common runs are words of the vendor's own. */
const shortestRun = 12
const longestText = 2 ** 17

/** The texts and numbers in a call's parameters, however deep. */
const valuesIn = (value: unknown, texts: string[] = []): string[] => {
  if (texts.length >= mostValues) return texts
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') texts.push(String(value))
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) valuesIn(each, texts)
  return texts
}

/** The runs of 12 characters of a message that are also in a text, which is read once for all of them. */
const findCommon = (message: string, text: string): ReadonlySet<string> => {
  const runs = new Set<string>()
  for (let at = 0; at + shortestRun <= message.length; at++) runs.add(message.slice(at, at + shortestRun))
  const common = new Set<string>()
  for (let at = 0; at + shortestRun <= text.length && common.size < runs.size; at++) {
    const run = text.slice(at, at + shortestRun)
    if (runs.has(run)) common.add(run)
  }
  return common
}

/** Replaces each run of at least 12 characters that is also in `text`: vendors cut long values before they repeat them. */
const withoutRuns = (message: string, text: string): string => {
  const common = findCommon(message, text)
  const isCommon = (end: number): boolean => common.has(message.slice(end - shortestRun, end))
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
  // No form of a value is shorter than the value.
  const fitting = values.filter(({ length }) => length <= message.length)
  const others = fitting.slice(mostEncoded).filter((value) => message.includes(value))
  const long = values.filter(({ length }) => length >= shortestRun)
  const redact = createRedaction([...fitting.slice(0, mostEncoded), ...others])
  return withoutRuns(redact(message), long.join('\n').slice(0, longestText))
}
