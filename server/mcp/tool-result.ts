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

/** Results by their envelopes. That of a cached answer is one and the same text each time, and quoting it is dear. */
export const createToolResults = (): ((answer: ToolAnswer, again: boolean) => ToolResult) => {
  const results = new LRUCache<string, ToolResult>({ maxSize: keptBytes, sizeCalculation: ({ bytes }) => 2 * bytes })
  return (answer, again) => {
    const known = again ? results.get(answer.envelope) : undefined
    if (known) return known
    const text = toolResultText(answer)
    const result = { text, bytes: Buffer.byteLength(text) }
    if (again) results.set(answer.envelope, result)
    return result
  }
}
