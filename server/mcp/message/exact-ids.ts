import type { Reply } from '../../http/exchange.ts'

/** A longer number is refused like a long text. */
const longestNumber = 256

type Members = Readonly<Record<string, unknown>>

/** Numbers of a message that are sent back with the digits they had, by the texts that stand for them in between. */
export type ExactIds = ReadonlyMap<string, string>

export const noIds: ExactIds = new Map()

/** An `id` that may have other digits once it was read as a number: `1.0`, `1e3`, sixteen digits and more. */
const unusualId = /"id"\s*:\s*(?:-0|-?\d+[.eE]|-?\d{16})/
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]|[^\s{}[\]:,"]+/g

/** The texts of the ids of a message, or of those of a batch, by the place of each. */
const readIdTexts = (text: string): ReadonlyMap<number, string> => {
  const own = text.trimStart().startsWith('[') ? 2 : 1
  const idTexts = new Map<number, string>()
  let [depth, place, name, isValue] = [0, -1, '', false]
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' && depth + 1 === own) place++
    if (isValue && depth === own && name === '"id"') idTexts.set(place, token)
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth--
    isValue = token === ':'
    if (!isValue) name = token
  }
  return idTexts
}

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'bigint' || JSON.isRawJSON(value)

/** True for a number that the SDK doesn't take or doesn't send back as it was, whatever its digits are. */
const isUnusual = (value: unknown): boolean => isNumber(value) && !Number.isSafeInteger(value)

/** The text of a number that the SDK doesn't take or doesn't send back as it was; `undefined`: it does. */
const unusualText = (value: unknown, text = JSON.stringify(value)): string | undefined =>
  !isNumber(value) || (Number.isSafeInteger(value) && String(value) === text) ? undefined : text

/** True for a message that keepIds leaves as it is, as nearly all are. */
const isUsual = (message: unknown): boolean => {
  const { id, params } = Object(message) as Members
  const { _meta: meta } = Object(params) as Members
  const { progressToken } = Object(meta) as Members
  return !isUnusual(id) && !isUnusual(progressToken)
}

/** The message, or the batch, with texts in place of unusual ids and progress tokens. */
export const keepIds = (value: unknown, text: string): { readonly message: unknown; readonly ids: ExactIds } => {
  if (!Array.isArray(value) && !unusualId.test(text) && isUsual(value)) return { message: value, ids: noIds }
  const ids = new Map<string, string>()
  const texts = unusualId.test(text) ? readIdTexts(text) : new Map<number, string>()
  const keep = (raw: string): string | null => {
    if (raw.length > longestNumber) return null
    const name = crypto.randomUUID()
    ids.set(name, raw)
    return name
  }
  const keepOne = (message: unknown, place: number): unknown => {
    const { id, params } = Object(message) as Members
    const { _meta: meta } = Object(params) as Members
    const { progressToken } = Object(meta) as Members
    const [idText, tokenText] = [unusualText(id, texts.get(place)), unusualText(progressToken)]
    if (idText === undefined && tokenText === undefined) return message
    const token = tokenText && {
      params: { ...Object(params), _meta: { ...Object(meta), progressToken: keep(tokenText) } },
    }
    return { ...Object(message), ...(idText && { id: keep(idText) }), ...token }
  }
  return { message: Array.isArray(value) ? value.map(keepOne) : keepOne(value, 0), ids }
}

const restore = (text: string, ids: ExactIds): string =>
  [...ids].reduce((restored, [name, raw]) => restored.replaceAll(`"${name}"`, raw), text)

/** The reply with the ids as the client sent them. Each event of a stream comes in one piece. */
export const restoreIds = (reply: Reply, ids: ExactIds): Reply => {
  const { body, bytes: _, ...rest } = reply
  if (ids.size === 0 || body === null) return reply
  if (!(body instanceof ReadableStream)) return { ...rest, body: restore(Buffer.from(body).toString(), ids) }
  const events = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => controller.enqueue(Buffer.from(restore(Buffer.from(chunk).toString(), ids))),
  })
  return { ...rest, body: body.pipeThrough(events) }
}
