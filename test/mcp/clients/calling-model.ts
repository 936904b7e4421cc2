import type { ModelProtocol, ToolUse } from './model-protocols.ts'

/**
 * A model endpoint on loopback whose model uses the given tools one after the other, whatever it is asked, and then ends its turn. What it
 * has used already, it reads in the conversation that the client sends.
 */
export const startCallingModel = (protocol: ModelProtocol) => {
  let uses: readonly ToolUse[] = []
  let results: readonly string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (!protocol.path.test(new URL(request.url).pathname)) return new Response(null, { status: 404 })
      results = protocol.readResults(await request.json())
      const events = protocol.answer(uses[results.length])
      const lines = events.map(
        ([name, data]) => `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`,
      )
      return new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    plays(...next: readonly ToolUse[]): void {
      uses = next
      results = []
    },
    /** The tools' results, as the model reads them. */
    readResults: () => results,
    stop: () => server.stop(true),
  }
}
