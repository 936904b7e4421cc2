/**
 * The least that an MCP server on the SDK can do: it parses a message, forwards the arguments of a tool's call, and wraps the answer.
 * No caller is checked, nothing is validated, limited, audited or logged.
 */
import { createMcpHandler, Server } from '@modelcontextprotocol/server'

const [url = ''] = process.argv.slice(2)
const headers = { 'content-type': 'application/json' }

const { fetch: handle } = createMcpHandler(
  () => {
    const server = new Server({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/call', async ({ params }) => {
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(params.arguments) })
      const text = await answer.text()
      return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) }
    })
    return server
  },
  { legacy: 'stateless', responseMode: 'auto' },
)

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const answer = await handle(request, { parsedBody: await request.json() })
    const text = await answer.text()
    // A stream of one event is the one message, as the gateway answers it.
    const json = text.startsWith('{') ? text : text.slice(text.indexOf('data: ') + 'data: '.length).trim()
    return new Response(json, { status: answer.status, headers })
  },
})
console.log(server.port)
