/**
 * Shorter secrets are not redacted, because they would match parts of any text. The limit is lower for errors: a match there loses
 * nothing, but answers are data.
 */
const shortest = { error: 4, answer: 8 } as const

const lowerEscapes = (text: string): string => text.replace(/%../g, (code) => code.toLowerCase())

/** Every encoding in which a provider could echo a secret. Unpadded base64 also matches padded base64. */
const listEncodings = (secret: string): string[] => {
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

/** Longest first, because one secret may contain another. */
const formsOfAll = (secrets: readonly string[], kind: keyof typeof shortest): string[] => {
  const forms = secrets.filter((secret) => secret.length >= shortest[kind]).flatMap(listEncodings)
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}

const redacted = '[redacted]'

/** Removes secrets, plain or encoded, from a provider's text. */
export const createRedaction = (
  secrets: readonly string[],
  kind: keyof typeof shortest = 'error',
): ((text: string) => string) => {
  const forms = formsOfAll(secrets, kind)
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, redacted), text)
}

/**
 * Removes secrets, plain or encoded, from what a provider answers. Bytes without secrets are returned unchanged, at the cost of one
 * search for each form.
 */
export const createByteRedaction = (secrets: readonly string[]): ((bytes: Uint8Array) => Uint8Array) => {
  const needles = formsOfAll(secrets, 'answer').map((form) => Buffer.from(form))
  return (bytes) => {
    const answer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let clean: string | undefined
    for (const needle of needles) {
      if (!answer.includes(needle)) continue
      // Latin-1 has one character a byte, so that nothing else changes.
      clean = (clean ?? answer.toString('latin1')).replaceAll(needle.toString('latin1'), redacted)
    }
    return clean === undefined ? bytes : Buffer.from(clean, 'latin1')
  }
}

/** The same for bytes that come piece by piece: what may be the beginning of a secret waits for the next piece. */
export const createPieceRedaction = (secrets: readonly string[]) => {
  const redact = createByteRedaction(secrets)
  const held = Math.max(1, ...formsOfAll(secrets, 'answer').map((form) => Buffer.byteLength(form))) - 1
  return async function* redactPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let rest: Uint8Array = new Uint8Array()
    for await (const piece of pieces) {
      const seam = Buffer.concat([rest, piece.subarray(0, held)])
      // Nearly always there is no secret, and nothing but the seam is copied.
      const isClean = piece.length > held && redact(piece) === piece && redact(seam) === seam
      if (isClean && rest.length > 0) yield rest
      const clean = isClean ? piece : redact(Buffer.concat([rest, piece]))
      const ready = Math.max(0, clean.length - held)
      if (ready > 0) yield clean.subarray(0, ready)
      // A copy, also of a Buffer: the piece is its sender's again.
      rest = new Uint8Array(clean.subarray(ready))
    }
    if (rest.length > 0) yield rest
  }
}

/** Applies `redact` to every string, number and member name of a JSON value. */
export const redactValue = (value: unknown, redact: (text: string) => string): unknown => {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'number' || typeof value === 'bigint' || JSON.isRawJSON(value)) {
    const digits = JSON.stringify(value)
    return redact(digits) === digits ? value : redacted
  }
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [redact(name), redactValue(member, redact)]))
}
