/** Members that hold a secret, whatever object they are in; `token_id` and `token_type` hold none. */
const secretName =
  /^(x-admin-key|authorization|(set-)?cookie|password|passphrase|secrets?|sealed|code|code_verifier|(access|refresh|id|bearer)_?token|token|client_?secret|api_?key|.*_(secret|token|password|key))$/i
/** `code` may be an authorization code, or the code of an error, which is upper case or a number. */
const harmlessCode = /^[A-Z][A-Z0-9_]*$/

/** Credentials within a text: after their scheme, and the user information of a URL. */
const inText: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\/\/[^\s/"'@]+@/g, '//[redacted]@'],
  [/\bpb_(admin_[\w-]+|[\w-]{16,})/g, '[redacted]'],
]

const deepest = 8

const isSecret = (name: string, value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  secretName.test(name) &&
  !(name === 'code' && (typeof value === 'number' || harmlessCode.test(String(value))))

/** The value without anything that may be a secret. It is the last line of defence: messages shouldn't hold secrets at all. */
export const redactLog = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return inText.reduce((text, [pattern, by]) => text.replace(pattern, by), value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth >= deepest) return '[too deep]'
  if (Array.isArray(value)) return value.map((item) => redactLog(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name, inner) ? '[redacted]' : redactLog(inner, depth + 1),
    ]),
  )
}
