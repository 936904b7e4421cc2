/** What a tool call gave: the envelope as JSON text, of an answer or of an error. */
export interface ToolAnswer {
  readonly envelope: string
  readonly isError: boolean
}

/** A `tools/call` result as JSON, without reading the envelope again: the compact text, and the same as data. */
export const toolResultText = ({ envelope, isError }: ToolAnswer): string =>
  `{"content":[{"type":"text","text":${JSON.stringify(envelope)}}],"structuredContent":${envelope}${isError ? ',"isError":true' : ''}}`
