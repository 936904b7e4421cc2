import type { Changes } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'

/** What a tool call gave: the envelope as JSON text, of an answer or of an error. */
export interface ToolAnswer {
  readonly envelope: string
  readonly isError: boolean
}

/** A `tools/call` result as JSON, without reading the envelope again: the compact text, and the same as data. */
export const toolResultText = ({ envelope, isError }: ToolAnswer): string =>
  `{"content":[{"type":"text","text":${JSON.stringify(envelope)}}],"structuredContent":${envelope}${isError ? ',"isError":true' : ''}}`

export interface ToolResult {
  readonly text: string
  /** Of the text in UTF-8. */
  readonly bytes: number
}

const keptBytes = 4 * 2 ** 20

/** The result of an answer, kept where it is one that is given `again` and again. */
export type ToolResults = (answer: ToolAnswer, again: boolean) => ToolResult

/** Results by their envelopes. That of a cached answer is one and the same text each time, and quoting it is dear. */
export const createToolResults = (changes: Changes): ToolResults => {
  const results = new LRUCache<string, ToolResult>({ maxSize: keptBytes, sizeCalculation: ({ bytes }) => 2 * bytes })
  // Nothing of a removed tenant stays; whose an envelope is isn't known here, and quoting the others anew is no loss.
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
