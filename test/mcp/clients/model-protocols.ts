/** Requests and answers of each client's model, as far as a client needs them to continue. */

/** A model's answer that uses a tool of the client. */
export interface ToolUse {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

// biome-ignore lint/suspicious/noExplicitAny: what a client sends has the form that its vendor documents
type RequestBody = any

type ServerEvent = readonly [name: string | undefined, data: object]

export interface ModelProtocol {
  readonly path: RegExp
  /** The results of all tools that the conversation has used so far. */
  readResults(body: RequestBody): readonly string[]
  /** The stream of an answer: the use of a tool or, without one, a text that ends the turn. */
  answer(use: ToolUse | undefined): readonly ServerEvent[]
}

const lastWords = 'Finished.'

const named = (data: { readonly type: string }): ServerEvent => [data.type, data]

/** Anthropic's messages, which Claude Code sends: https://docs.anthropic.com/en/api/messages-streaming */
export const anthropicMessages: ModelProtocol = {
  path: /\/v1\/messages$/,
  readResults: ({ messages }) =>
    messages
      .flatMap(({ content }: RequestBody) => (Array.isArray(content) ? content : []))
      .filter(({ type }: RequestBody) => type === 'tool_result')
      .map(({ content }: RequestBody) => (typeof content === 'string' ? content : JSON.stringify(content))),
  answer: (use) => {
    const usage = { input_tokens: 1, output_tokens: 1 }
    const message = { type: 'message', role: 'assistant', model: 'a-model', content: [], usage }
    const block = use
      ? { type: 'tool_use', id: `toolu_${crypto.randomUUID()}`, name: use.name, input: {} }
      : { type: 'text', text: '' }
    const delta = use
      ? { type: 'input_json_delta', partial_json: JSON.stringify(use.input) }
      : { type: 'text_delta', text: lastWords }
    const end = { stop_reason: use ? 'tool_use' : 'end_turn', stop_sequence: null }
    return [
      { type: 'message_start', message: { id: `msg_${crypto.randomUUID()}`, ...message, stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: end, usage },
      { type: 'message_stop' },
    ].map(named)
  },
}

/** The item of an answer that uses a tool. Codex looks for tools by an item of their own, and knows those of a server by its namespace. */
const responseItem = ({ name, input }: ToolUse): object => {
  const call_id = `call_${crypto.randomUUID()}`
  return name === 'tool_search'
    ? { type: 'tool_search_call', call_id, execution: 'client', arguments: input }
    : { type: 'function_call', call_id, namespace: 'mcp__patchbay', name, arguments: JSON.stringify(input) }
}

/** OpenAI's responses, which Codex sends: https://platform.openai.com/docs/api-reference/responses-streaming */
export const openaiResponses: ModelProtocol = {
  path: /\/v1\/responses$/,
  readResults: ({ input }) =>
    input
      .filter(({ type }: RequestBody) => type === 'function_call_output' || type === 'tool_search_output')
      .map(({ output, tools }: RequestBody) => JSON.stringify(output ?? tools)),
  answer: (use) => {
    const id = `resp_${crypto.randomUUID()}`
    const text = { type: 'output_text', text: lastWords, annotations: [] }
    const item = use ? responseItem(use) : { type: 'message', role: 'assistant', content: [text] }
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
    return [
      { type: 'response.created', response: { id } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id, usage } },
    ].map(named)
  },
}

/** Google's generateContent, which Gemini CLI sends: https://ai.google.dev/api/generate-content */
export const googleContents: ModelProtocol = {
  path: /:streamGenerateContent$/,
  readResults: ({ contents }) =>
    contents
      .flatMap(({ parts }: RequestBody) => parts)
      .filter(({ functionResponse }: RequestBody) => functionResponse !== undefined)
      .map(({ functionResponse }: RequestBody) => JSON.stringify(functionResponse.response)),
  answer: (use) => {
    const part = use ? { functionCall: { name: use.name, args: use.input } } : { text: lastWords }
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }
    const candidates = [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }]
    return [[undefined, { candidates, usageMetadata }]]
  },
}
