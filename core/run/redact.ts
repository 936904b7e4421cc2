const shortest = 4

/** Every form in which a provider could say a secret back. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]
}

/** Takes secrets out of text that a provider sent, plain or encoded; longest first, as one may hold another. */
export const createRedaction = (secrets: readonly string[]): ((text: string) => string) => {
  const forms = [...new Set(secrets.filter((secret) => secret.length >= shortest).flatMap(formsOf))]
  forms.sort((a, b) => b.length - a.length)
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '[redacted]'), text)
}

/** `redact` for every string and member name of a JSON value. */
export const redactValue = (value: unknown, redact: (text: string) => string): unknown => {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [redact(name), redactValue(member, redact)]))
}
