declare global {
  /** ES2026, which TypeScript 5.9 doesn't declare: https://tc39.es/proposal-json-parse-with-source/ */
  interface JSON {
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
  }
}

/** A JavaScript number can't hold every number of sixteen digits, and the ids of some vendors have as many. */
const manyDigits = /\d{16}/

/** Parses JSON so that `JSON.stringify` gives back every digit of its numbers. */
export const parseExact = (text: string): unknown => {
  if (!manyDigits.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_name, value, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? JSON.rawJSON(context.source)
      : value,
  )
}
