import type { Changes } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'

/** The outcome of a tool call: the envelope of an answer or of an error, as JSON text. */
export interface ToolAnswer {
  readonly envelope: string
  readonly isError: boolean
  /** The images that its reader gets beside the envelope. */
  readonly images?: readonly ImageBlock[]
}

/** An image as MCP has it. `data`: in base64. */
export interface ImageBlock {
  readonly type: 'image'
  readonly data: string
  readonly mimeType: string
}

/** The largest result given as text and as structured content: some clients pass both on, at the expense of the model's context. */
const largestTwice = 2048

const isRepeated = (envelope: string, isTerse: boolean): boolean =>
  !isTerse || Buffer.byteLength(envelope) <= largestTwice

const [beforeText, beforeStructured] = ['{"content":[{"type":"text","text":', '],"structuredContent":']

/** The result as JSON without its last brace, as more members may follow. */
export interface ToolResult {
  readonly open: string
  /** Its size in UTF-8. */
  readonly bytes: number
}

/** Made without parsing the envelope. Counting the bytes of the whole text would copy it once more. */
const printToolResult = ({ envelope, isError, images }: ToolAnswer, isTerse: boolean): ToolResult => {
  const text = JSON.stringify(envelope)
  const quoted = `${text}}${(images ?? []).map((image) => `,${JSON.stringify(image)}`).join('')}`
  const end = isError ? ',"isError":true' : ''
  if (!isRepeated(envelope, isTerse)) {
    const open = `${beforeText}${quoted}]${end}`
    return { open, bytes: open.length - quoted.length + Buffer.byteLength(quoted) }
  }
  const around = beforeText.length + beforeStructured.length + end.length
  return {
    open: `${beforeText}${quoted}${beforeStructured}${envelope}${end}`,
    bytes: around + Buffer.byteLength(quoted) + Buffer.byteLength(envelope),
  }
}

/**
 * A `tools/call` result as JSON: the envelope once as text, and once as structured content, which `isTerse` leaves out of a large
 * result.
 */
export const toolResultText = (answer: ToolAnswer, isTerse: boolean): string =>
  `${printToolResult(answer, isTerse).open}}`

const cacheBytes = 4 * 2 ** 20

/** Makes the result of an answer. The result is kept when the same answer may be given `again`. */
export type ToolResults = (answer: ToolAnswer, isTerse: boolean, again: boolean) => ToolResult

/** Results by their envelopes. A cached answer has the same envelope each time, and quoting it is expensive. */
export const createToolResults = (changes: Changes): ToolResults => {
  const createResults = () =>
    new LRUCache<string, ToolResult>({ maxSize: cacheBytes / 2, sizeCalculation: ({ bytes }) => 2 * bytes })
  const [whole, terse] = [createResults(), createResults()]
  // Nothing of a removed tenant may stay. It isn't known here which tenant an envelope belongs to, so all are dropped.
  changes.listen(({ kind }) => {
    if (kind !== 'tenant' && kind !== 'everything') return
    whole.clear()
    terse.clear()
  })
  return (answer, isTerse, again) => {
    const results = isTerse ? terse : whole
    const cachedResult = again && !answer.images ? results.get(answer.envelope) : undefined
    if (cachedResult) return cachedResult
    const result = printToolResult(answer, isTerse)
    if (again && !answer.images) results.set(answer.envelope, result)
    return result
  }
}
