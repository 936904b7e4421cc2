import type { Changes } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'

/** The outcome of a tool call: the envelope of an answer or of an error, as JSON text. */
export interface ToolAnswer {
  readonly envelope: string
  readonly isError: boolean
}

/** A `tools/call` result as JSON, made without parsing the envelope: once as text, and once as structured content. */
export const toolResultText = ({ envelope, isError }: ToolAnswer): string =>
  `{"content":[{"type":"text","text":${JSON.stringify(envelope)}}],"structuredContent":${envelope}${isError ? ',"isError":true' : ''}}`

export interface ToolResult {
  readonly text: string
  /** The size of the text in UTF-8. */
  readonly bytes: number
}

const keptBytes = 4 * 2 ** 20

/** Makes the result of an answer. The result is kept when the same answer may be given `again`. */
export type ToolResults = (answer: ToolAnswer, again: boolean) => ToolResult

/** Results by their envelopes. A cached answer has the same envelope each time, and quoting it is expensive. */
export const createToolResults = (changes: Changes): ToolResults => {
  const results = new LRUCache<string, ToolResult>({ maxSize: keptBytes, sizeCalculation: ({ bytes }) => 2 * bytes })
  // Nothing of a removed tenant may stay. It isn't known here which tenant an envelope belongs to, so all are dropped.
  changes.listen(({ kind }) => {
    if (kind === 'tenant' || kind === 'everything') results.clear()
  })
  return (answer, again) => {
    const known = again ? results.get(answer.envelope) : undefined
    if (known) return known
    const text = toolResultText(answer)
    const result = { text, bytes: Buffer.byteLength(text) }
    if (again) results.set(answer.envelope, result)
    return result
  }
}
