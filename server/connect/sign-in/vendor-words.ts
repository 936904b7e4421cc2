/** The vendor's error in the query that the browser brings back, instead of a code (RFC 6749, section 4.1.2.1). */
export interface VendorWords {
  readonly code: string
  /** `undefined`: none. */
  readonly description: string | undefined
}

const longest = 200

const firstOf = (query: URLSearchParams, names: readonly string[]): string | undefined =>
  names.map((name) => query.get(name)?.trim()).find((text) => text)

/** Values by which vendors say beside a code that there is no error. */
const noError = /^(?:0|ok|none|no_?error|success|null|undefined|false)?$/i

/** The vendor's error; `undefined`: it has none. Facebook writes `error_code` and `error_message`. */
export const readVendorWords = (query: URLSearchParams): VendorWords | undefined => {
  const errors = ['error', 'error_code', 'error_message'].map((name) => query.get(name)?.trim() ?? null)
  const isError = query.get('code')
    ? errors.some((text) => !noError.test(text ?? ''))
    : errors.some((text) => text !== null)
  if (!isError) return undefined
  const code = firstOf(query, ['error', 'error_code']) ?? ''
  const text = firstOf(query, ['error_description', 'error_message', 'error_reason'])?.replaceAll(/\s+/g, ' ')
  const description = text && text.length > longest ? `${text.slice(0, longest)}…` : text?.replace(/\.$/, '')
  return { code: /^[\x21-\x7e]{1,64}$/.test(code) ? code : 'of an unknown kind', description }
}

/** The words for a person who said no: `access_denied` of RFC 6749, `user_cancelled_login` of LinkedIn, `user_denied`. */
const isDenial = (code: string): boolean =>
  /^(?:access|user|consent|authorization|login)?_?(?:denied|cancel(?:l?ed)?|declined|rejected)(?:_\w+)?$/i.test(code)

/** The sentence for the person, without the vendor's description. */
export const describeVendorError = ({ code }: VendorWords, title: string): string =>
  isDenial(code) ? `The access was not allowed at ${title}` : `${title} answered with the error ${code}`

/** The sentence for administrators. */
export const explainVendorError = (words: VendorWords, title: string): string => {
  const { code, description } = words
  const sentence = describeVendorError(words, title)
  if (description === undefined) return isDenial(code) ? `${sentence} (${code})` : sentence
  return isDenial(code) ? `${sentence} (${code}: ${description})` : `${sentence}: ${description}`
}
