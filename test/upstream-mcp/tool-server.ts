import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toSlice } from '../../codegen/import/convert/to-slice.ts'
import { toDocument } from '../../codegen/import/mcp/to-document.ts'
import { nameTools } from '../../codegen/import/mcp/tool-names.ts'
import { withTools } from '../../codegen/import/mcp/with-tools.ts'
import { createLeftOutList } from '../../codegen/import/read/left-out.ts'

/** A tool as a server lists it. */
export interface Tool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly [member: string]: unknown
}

/** A message of JSON-RPC that the server has got. */
export interface Received {
  readonly id?: number | string
  readonly method?: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects
  readonly params?: any
  readonly error?: { readonly code: number }
}

/** Answers a message in place of the usual answer; `false`: the usual one comes. */
export type Answers = (
  message: Received,
  response: ServerResponse,
  request: IncomingMessage,
) => boolean | undefined | Promise<boolean | undefined>

const readBody = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

export const sendJson = (response: ServerResponse, value: unknown, status = 200, headers: object = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Begins a stream of events. */
export const startEvents = (response: ServerResponse): ((value: unknown, id?: string) => void) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  return (value, id) => {
    if (response.destroyed) return
    response.write(
      `${id === undefined ? '' : `id: ${id}\n`}data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`,
    )
  }
}

/** The answer to a message. */
export const resultOf = ({ id }: Received, result: object): object => ({ jsonrpc: '2.0', id, result })

export const textResult = (text: string, more: object = {}): object => ({ content: [{ type: 'text', text }], ...more })

/**
 * An MCP server on loopback, of either era, that behaves as documented until a test says otherwise (`play`). It echoes the arguments of
 * calls.
 */
export const startToolServer = async ({
  era = 'legacy',
  hasSessions = false,
  name = 'shop',
  tools,
}: {
  readonly era?: 'legacy' | 'modern'
  readonly hasSessions?: boolean
  /** By which the server calls itself. */
  readonly name?: string
  readonly tools: readonly Tool[]
}) => {
  const state = {
    tools,
    ttlMs: undefined as number | undefined,
    answers: undefined as Answers | undefined,
    sessions: 0,
    /** Answers a GET that asks for the rest of a stream. */
    resumed: undefined as ((response: ServerResponse) => void) | undefined,
    /** Answers to GET, by path. */
    pages: {} as Readonly<Record<string, object>>,
  }
  const received: Received[] = []
  const headers: IncomingMessage['headers'][] = []
  const ended: unknown[] = []
  const complete = (result: object): object => (era === 'modern' ? { resultType: 'complete', ...result } : result)

  /** The results of requests. */
  const results: Readonly<Record<string, (message: Received) => object>> = {
    ...(era === 'modern' && {
      'server/discover': () => ({
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        ttlMs: 60_000,
        cacheScope: 'private',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name, version: '1' } },
      }),
    }),
    ...(era === 'legacy' && {
      initialize: ({ params }: Received) => ({
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name, version: '1' },
      }),
    }),
    'tools/list': () => ({
      tools: state.tools,
      ...(era === 'modern' && { ttlMs: 60_000, cacheScope: 'private' }),
      ...(state.ttlMs !== undefined && { ttlMs: state.ttlMs }),
    }),
    'tools/call': ({ params }) => textResult(JSON.stringify(params.arguments)),
  }

  const usual = (message: Received, response: ServerResponse, request: IncomingMessage): void => {
    const { id, method = '' } = message
    const isOpening = method === 'initialize' || method === 'server/discover'
    if (hasSessions && !isOpening && request.headers['mcp-session-id'] !== `session-${state.sessions}`) {
      const error = { code: -32001, message: 'Session not found' }
      sendJson(response, { jsonrpc: '2.0', id: null, error }, 404)
    } else if (id === undefined || method === '') {
      response.writeHead(202).end()
    } else if (results[method]) {
      const opened = method === 'initialize' && hasSessions ? { 'mcp-session-id': `session-${++state.sessions}` } : {}
      sendJson(response, resultOf(message, complete(results[method](message))), 200, opened)
    } else {
      const error = { code: -32601, message: 'Method not found' }
      sendJson(response, { jsonrpc: '2.0', id, error }, era === 'modern' ? 200 : 400)
    }
  }

  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    if (request.method === 'GET' && state.resumed && request.headers['last-event-id'] !== undefined) {
      state.resumed(response)
      return
    }
    const page = request.method === 'GET' ? state.pages[request.url ?? ''] : undefined
    if (page) {
      sendJson(response, page)
      return
    }
    if (request.method === 'DELETE' && hasSessions) ended.push(request.headers['mcp-session-id'])
    if (request.method !== 'POST') {
      response.writeHead(request.method === 'DELETE' && hasSessions ? 204 : 405).end()
      return
    }
    const message: Received = JSON.parse(await readBody(request))
    received.push(message)
    headers.push(request.headers)
    if (await state.answers?.(message, response, request)) return
    usual(message, response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/mcp`,
    state,
    received,
    headers,
    /** The sessions that were ended. */
    ended,
    /** The calls of tools that it has got. */
    calls: () => received.filter(({ method }) => method === 'tools/call'),
    /** Answers otherwise from now on. */
    play(answers: Answers | undefined): void {
      state.answers = answers
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The slice of a server's tools, as an import makes it. */
export const sliceOfTools = (id: string, url: string, listed: readonly Tool[]) => {
  const leftOut = createLeftOutList()
  const { root, tools } = toDocument(id, url, undefined, listed as never, leftOut)
  const result = withTools(toSlice(root, { id, names: nameTools(tools) }), url, tools)
  return { ...result, leftOut: [...leftOut.all, ...result.leftOut] }
}
