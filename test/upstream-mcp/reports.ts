import type { ServerResponse } from 'node:http'
import { type Answers, type Received, resultOf, sendJson, startEvents, type Tool, textResult } from './tool-server.ts'

/** A public report of what a server did to a client or a gateway, what the server of a test does, and what callers of ours get. */
export interface UpstreamReport {
  readonly report: string
  readonly what: string
  /** The server that it is tried with; left out: of the old era, without sessions. */
  readonly server?: 'sessions' | 'modern'
  readonly play?: Answers
  readonly action?: string
  readonly params?: Readonly<Record<string, unknown>>
  /** What the caller gets; a pattern is that of an error. */
  readonly want: unknown
  /** The methods that the server may get in the three calls, with how often. */
  readonly asked?: Readonly<Record<string, number>>
}

const on =
  (method: string, behave: (message: Received, response: ServerResponse) => void): Answers =>
  (message, response) => {
    if (message.method !== method) return false
    behave(message, response)
    return true
  }

const initialized = (behave: (response: ServerResponse) => void): Answers =>
  on('notifications/initialized', (_, response) => behave(response))

const onCall = (result: object): Answers =>
  on('tools/call', (message, response) => sendJson(response, resultOf(message, result)))

const errorOf = (id: unknown, code: number, message: string): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

const initializeResult = (protocolVersion: string): object => ({
  protocolVersion,
  capabilities: { tools: {} },
  serverInfo: { name: 'shop', version: '1' },
})

/** Answers the first request in a session with a refusal, as a server does that has forgotten it. */
const forgets = (status: number, body: object): Answers => {
  const refused = new Set<unknown>()
  return (message, response, request) => {
    const session = request.headers['mcp-session-id']
    if (message.method !== 'tools/call' || refused.size > 0) return false
    refused.add(session)
    sendJson(response, body, status)
    return true
  }
}

const withIds =
  (idOf: (id: unknown) => unknown): Answers =>
  (message, response) => {
    if (message.id === undefined || message.method !== 'tools/call') return false
    sendJson(response, resultOf({ ...message, id: idOf(message.id) as number }, textResult('"found"')))
    return true
  }

const events = (textOf: (message: Received) => string): Answers =>
  on('tools/call', (message, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(textOf(message))
  })

const found = (message: Received): string => JSON.stringify(resultOf(message, textResult('"found"')))

const object = { type: 'object' }
const text = { type: 'string' }

/** The tools of all reports, some of which have schemas that break other clients. */
export const reportedTools: readonly Tool[] = [
  { name: 'look', description: 'Looks', inputSchema: object },
  {
    name: 'no-schema',
    description: 'Takes anything',
    inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#' },
  },
  { name: 'null-type', description: 'Takes a word', inputSchema: { type: null, properties: { word: text } } },
  { name: 'null-properties', description: 'Takes nothing', inputSchema: { type: 'object', properties: null } },
  {
    name: 'references',
    description: 'Takes a request',
    inputSchema: {
      type: 'object',
      properties: { request: { $ref: '#/$defs/Request', title: 'Request' } },
      required: ['request'],
      $defs: { Request: { type: 'object', properties: { word: text, next: { $ref: '#/$defs/Request' } } } },
    },
  },
  { name: 'admin.pages/update', description: 'Updates a page', inputSchema: object },
  { name: 'resolve-library-id', description: 'Finds a library', inputSchema: object },
  {
    name: 'unknown-type',
    description: 'Takes an odd thing',
    inputSchema: { type: 'object', properties: { p: { type: 'UNKNOWN' } } },
  },
  {
    name: 'says-output',
    description: 'Says more',
    inputSchema: object,
    outputSchema: { type: 'object', properties: { n: { type: 'integer' } } },
  },
]

const [first = { name: '', inputSchema: {} }, ...others] = reportedTools

export const upstreamReports: readonly UpstreamReport[] = [
  {
    report: 'chatwise-releases#1360',
    what: 'a notification is answered with 204',
    play: initialized((r) => r.writeHead(204).end()),
    want: {},
  },
  {
    report: 'awslabs/mcp#3295',
    what: 'a notification is answered with 200 and null',
    play: initialized((r) => sendJson(r, 'null')),
    want: {},
  },
  {
    report: 'leantime#3785',
    what: 'a notification is answered with 200 and nothing',
    play: initialized((r) => sendJson(r, '')),
    want: {},
  },
  {
    report: 'govreposcrape#356',
    what: 'a notification is refused as a request without an id',
    play: initialized((r) => sendJson(r, errorOf(null, -32600, 'Invalid Request'), 400)),
    want: {},
  },
  {
    report: 'xiaohongshu-mcp#697',
    what: 'a newer revision is refused with 400 in place of a proposal',
    play: (message, response) => {
      if (message.method !== 'initialize' || message.params.protocolVersion <= '2025-06-18') return false
      sendJson(response, 'Bad Request: Unsupported protocol version (supported versions: 2025-06-18, 2025-03-26)', 400)
      return true
    },
    want: /Unsupported protocol version|answered 400/,
  },
  {
    report: 'mcp-remote#66',
    what: 'an old revision is the only one that it speaks',
    play: on('initialize', (m, r) => sendJson(r, resultOf(m, initializeResult('2024-11-05')))),
    want: {},
  },
  { report: 'python-sdk#1720', what: 'ids come back as texts', play: withIds(String), want: 'found' },
  {
    report: 'radare2-mcp#68',
    what: 'every id is 0',
    play: withIds(() => 0),
    want: /without the message|before its answer was complete/,
  },
  {
    report: 'opencode#45040',
    what: 'a stream is cut into pieces anywhere',
    play: on('tools/call', async (message, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const piece of `event: message\ndata: ${found(message)}\n\n`.match(/.{1,7}/gs) ?? []) {
        response.write(piece)
        await new Promise(setImmediate)
      }
      response.end()
    }),
    want: 'found',
  },
  {
    report: 'mcp_dart#39',
    what: 'lines of a stream end in CRLF',
    play: events((m) => `event: message\r\ndata: ${found(m)}\r\n\r\n`),
    want: 'found',
  },
  {
    report: 'python-sdk#1514',
    what: 'an error comes as an event of its own name',
    play: events(({ id }) => `event: error\ndata: ${JSON.stringify(errorOf(id, -32000, 'the shelf is locked'))}\n\n`),
    want: /the shelf is locked/,
  },
  {
    report: 'codex#25451',
    what: 'events that are no messages come before the answer',
    play: events(
      (m) =>
        `event: ping\ndata: still here\n\n: comment\n\nevent: status\ndata: {"busy": true}\n\ndata: ${found(m)}\n\n`,
    ),
    want: 'found',
  },
  {
    report: 'java-sdk#629',
    what: 'several messages come before the answer',
    play: on('tools/call', (message, response) => {
      const send = startEvents(response)
      for (let n = 0; n < 5; n++)
        send({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: n } })
      send(resultOf(message, textResult('"found"')))
      response.end()
    }),
    want: 'found',
  },
  {
    report: 'ai-dial-core#1667',
    what: 'the address without a slash leads to the one with it',
    play: on('tools/call', (_, response) => response.writeHead(307, { location: '/mcp/' }).end()),
    want: /redirect/,
  },
  {
    report: 'metamcp#166',
    what: 'a session is gone: 404',
    server: 'sessions',
    play: forgets(404, errorOf(null, -32001, 'Session not found')),
    want: {},
  },
  {
    report: 'mcphub#196',
    what: 'a session is gone: 400, as an invalid request',
    server: 'sessions',
    play: forgets(400, errorOf(2, -32600, 'Invalid Request: Session not found')),
    want: {},
  },
  {
    report: 'mcp-proxy#14',
    what: 'a session is gone: 400, as one without an id',
    server: 'sessions',
    play: forgets(400, errorOf(null, -32000, 'Bad Request: No valid session ID provided')),
    want: {},
  },
  {
    report: 'litellm#20242',
    what: 'calls belong to the session that was opened',
    server: 'sessions',
    want: {},
    asked: { initialize: 1, 'tools/call': 3 },
  },
  {
    report: 'fastmcp#2019',
    what: 'nothing is opened or listed again for each call',
    want: {},
    asked: { initialize: 1, 'tools/list': 1, 'tools/call': 3 },
  },
  {
    report: 'metamcp#169',
    what: 'the list has a second page',
    play: on('tools/list', (m, r) =>
      sendJson(r, resultOf(m, m.params?.cursor === '2' ? { tools: [first] } : { tools: others, nextCursor: '2' })),
    ),
    want: {},
  },
  {
    report: 'codebase-memory-mcp#1247',
    what: 'the only page of the list names itself as the next one',
    play: on('tools/list', (m, r) => sendJson(r, resultOf(m, { tools: reportedTools, nextCursor: 'same' }))),
    want: {},
  },
  {
    report: 'kimi-code#2554',
    what: 'the text is a summary of what is structured',
    play: onCall(textResult('returned 2 items', { structuredContent: { items: [1, 2] } })),
    want: { items: [1, 2] },
  },
  {
    report: 'mcp-context-forge#5472',
    what: 'what is structured has no text beside it',
    play: onCall({ content: [], structuredContent: { items: [1] } }),
    want: { items: [1] },
  },
  {
    report: 'Letta-MCP-server#102',
    what: 'an output schema is promised, and a text comes',
    action: 'says_output',
    play: onCall(textResult('three agents')),
    want: 'three agents',
  },
  {
    report: 'mcp-context-forge#4202',
    what: 'an error of a tool that has an output schema',
    action: 'says_output',
    play: onCall(textResult('no such agent', { isError: true })),
    want: /no such agent/,
  },
  {
    report: 'modelcontextprotocol/servers#3051',
    what: 'a schema says nothing but its dialect',
    action: 'no_schema',
    want: {},
  },
  {
    report: 'hermes-agent#4897',
    what: 'the type of a schema is null',
    action: 'null_type',
    params: { word: 'tea' },
    want: { word: 'tea' },
  },
  { report: 'mcp-go#224', what: 'the properties of a schema are null', action: 'null_properties', want: {} },
  {
    report: 'FastGPT#6395',
    what: 'a schema refers to its own definitions',
    action: 'references',
    params: { request: { word: 'tea', next: { word: 'cup' } } },
    want: { request: { word: 'tea', next: { word: 'cup' } } },
  },
  { report: 'copilot-cli#1879', what: 'a name has dots and slashes', action: 'admin_pages_update', want: {} },
  {
    report: 'litellm#15725',
    what: 'a name has the hyphens by which others tell servers apart',
    action: 'resolve_library_id',
    want: {},
  },
  { report: 'mcp-gateway#662', what: 'the schema of another tool is none', want: {} },
  {
    report: 'mcpproxy-go#343',
    what: 'a hint turns after the import: it was never believed',
    play: on('tools/list', (m, r) =>
      sendJson(
        r,
        resultOf(m, { tools: [{ ...first, annotations: { destructiveHint: false, readOnlyHint: true } }, ...others] }),
      ),
    ),
    want: {},
  },
]
