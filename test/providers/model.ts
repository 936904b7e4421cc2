/** The model endpoint's answer to one request; `text` is the model's message. */
export type ModelAnswer = { readonly text: string } | { readonly status: number }

interface ModelRequest {
  readonly path: string
  readonly headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects, and fails where they are not
  readonly body: any
}

/** https://platform.openai.com/docs/api-reference/chat/object */
const openai = (text: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'a-model',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})

/** https://docs.anthropic.com/en/api/messages */
const anthropic = (text: string, tool: string | undefined) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'a-model',
  content:
    tool === undefined
      ? [{ type: 'text', text }]
      : [{ type: 'tool_use', id: 'toolu_1', name: tool, input: parsed(text) }],
  stop_reason: tool === undefined ? 'end_turn' : 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

/** A model endpoint on loopback that speaks both protocols: OpenAI's chat completions and Anthropic's messages. */
export const startModel = () => {
  const requests: ModelRequest[] = []
  let answer: ModelAnswer = { text: '{"suggestions":[]}' }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const path = new URL(request.url).pathname
      const body = (await request.json()) as ModelRequest['body']
      requests.push({ path, headers: Object.fromEntries(request.headers), body })
      if ('status' in answer)
        return Response.json({ error: { message: 'it is overloaded' } }, { status: answer.status })
      if (path === '/v1/chat/completions') return Response.json(openai(answer.text))
      if (path === '/v1/messages') return Response.json(anthropic(answer.text, body.tool_choice?.name))
      return new Response('', { status: 404 })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    requests,
    answers(next: ModelAnswer): void {
      answer = next
    },
    stop: () => server.stop(true),
  }
}
