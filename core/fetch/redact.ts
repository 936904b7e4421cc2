/** A shorter secret would match parts of any text. */
const shortest = 4

const lowerEscapes = (text: string): string => text.replace(/%../g, (code) => code.toLowerCase())

/** Every encoding in which a provider could echo a secret. Unpadded base64 also matches padded base64. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  const escaped = [encodeURIComponent(secret), new URLSearchParams({ '': secret }).toString().slice(1)]
  const json = JSON.stringify(secret).slice(1, -1)
  const hex = bytes.toString('hex')
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    ...escaped,
    ...escaped.map(lowerEscapes),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    hex,
    hex.toUpperCase(),
  ]
}

/** Removes secrets, plain or encoded, from a provider's text. Longest first, because one secret may contain another. */
export const createRedaction = (secrets: readonly string[]): ((text: string) => string) => {
  const forms = [...new Set(secrets.filter((secret) => secret.length >= shortest).flatMap(formsOf))]
  forms.sort((a, b) => b.length - a.length)
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '[redacted]'), text)
}

/** Applies `redact` to every string and member name of a JSON value. */
export const redactValue = (value: unknown, redact: (text: string) => string): unknown => {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [redact(name), redactValue(member, redact)]))
}
