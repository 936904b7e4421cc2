/** An MCP server that lists one tool as it should, and then is as bad as its argument says. Prints its port. */
import { type Badness, badTool } from './bad-tool.ts'

const badness = process.argv[2] as Badness
const notification = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(1000) } })}\n\n`

/** Half a gigabyte of notifications, as fast as they are taken. */
const flood = (): ReadableStream =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(notification.repeat(64)))
    },
  })

const answers: Readonly<Record<Badness, () => Response | Promise<Response>>> = {
  silent: () => new Promise(() => {}),
  flooding: () => new Response(flood(), { headers: { 'content-type': 'text/event-stream' } }),
  failing: () => new Response('oh', { status: 500 }),
}

const results: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'bad', version: '1' },
  },
  'tools/list': { tools: [badTool] },
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  async fetch(request) {
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    const { id, method } = (await request.json()) as { id?: number; method: string }
    if (method === 'tools/call') return answers[badness]()
    if (id === undefined) return new Response(null, { status: 202 })
    const result = results[method]
    const error = { code: -32601, message: 'Method not found' }
    return Response.json({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }, { status: result ? 200 : 400 })
  },
})
console.log(server.port)
