import { resultOf, sendJson } from '../tool-server.ts'
import { errorOf, initialized, initializeResult, on, probed, type UpstreamReport } from './report.ts'

/** Reports about the opening of a dialogue: eras, revisions, notifications and sessions. */
export const openings: readonly UpstreamReport[] = [
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
    report: 'mcp-remote#66',
    what: 'an old revision is the only one that it speaks',
    play: on('initialize', (m, r) => sendJson(r, resultOf(m, initializeResult('2024-11-05')))),
    want: {},
  },
  {
    report: 'ai-gateway#2219',
    what: 'the stream of the handshake begins with an empty event',
    isUnknown: true,
    play: on('initialize', (m, r) => {
      r.writeHead(200, { 'content-type': 'text/event-stream' })
      r.end(
        `id: 1_0\ndata: \n\nevent: message\nid: 1_1\ndata: ${JSON.stringify(resultOf(m, initializeResult(m.params.protocolVersion)))}\n\n`,
      )
    }),
    want: {},
  },
  {
    report: 'mso#42',
    what: 'the probe is an unknown method: 200',
    isUnknown: true,
    play: probed(200, -32601, 'Method not found'),
    want: {},
  },
  {
    report: 'n8n-mcp#994',
    what: 'the probe has no session: 400',
    isUnknown: true,
    play: probed(400, -32000, 'Bad Request: No valid session ID provided and not an initialize request'),
    want: {},
  },
  {
    report: 'csharp-sdk#1799',
    what: 'the probe is refused without JSON-RPC',
    isUnknown: true,
    play: on('server/discover', (_, r) =>
      sendJson(
        r,
        {
          error: {
            code: 'invalid_payload',
            message: 'Unknown ToolsetMCPMethodName value',
            param: '$',
            type: 'invalid_request_error',
          },
        },
        400,
      ),
    ),
    want: {},
  },
  {
    report: 'rust-sdk#1141',
    what: 'the probe has an unsupported revision: 200 -32000',
    isUnknown: true,
    play: probed(200, -32000, 'Bad Request: The MCP-Protocol-Version header value 2026-07-28 is not supported.'),
    want: {},
  },
  {
    report: 'mcp-memory-service#1064',
    what: 'the probe has wrong parameters',
    isUnknown: true,
    play: probed(200, -32602, 'Invalid request parameters'),
    want: {},
  },
  {
    report: 'carbon-apimgt#13988',
    what: 'the probe is refused with 400 and nothing',
    isUnknown: true,
    play: on('server/discover', (_, r) => r.writeHead(400).end()),
    want: {},
  },
  {
    report: 'go-sdk#975',
    what: 'the probe is refused with the revisions there are',
    isUnknown: true,
    play: probed(400, -32022, 'Unsupported protocol version', {
      data: { supported: ['2025-11-25', '2025-06-18'], requested: '2026-07-28' },
    }),
    want: {},
  },
  {
    report: 'own/probe-forbidden',
    what: 'the probe is refused with 403 by a guard that knows no such method',
    isUnknown: true,
    play: on('server/discover', (_, r) => sendJson(r, 'forbidden method', 403)),
    want: {},
  },
  {
    report: 'own/probe-breaks',
    what: 'the probe breaks the server: 500',
    isUnknown: true,
    play: on('server/discover', (_, r) => sendJson(r, { detail: 'Internal Server Error' }, 500)),
    want: {},
  },
  {
    report: 'OpenMausBot#517',
    what: 'a newer revision is an error that names the only one',
    isUnknown: true,
    play: (m, r) => {
      if (m.method !== 'initialize' || m.params.protocolVersion === '2024-11-05') return false
      sendJson(
        r,
        errorOf(m.id, -32602, `Unsupported protocol version: ${m.params.protocolVersion}. Supported: 2024-11-05`),
      )
      return true
    },
    want: {},
  },
  {
    report: 'sure#2631',
    what: 'a newer revision is an error with the supported ones as data',
    isUnknown: true,
    play: (m, r) => {
      if (m.method !== 'initialize' || m.params.protocolVersion === '2025-03-26') return false
      sendJson(r, {
        jsonrpc: '2.0',
        id: m.id,
        error: {
          code: -32602,
          message: 'Unsupported protocol version',
          data: { supported: ['2025-03-26', '2024-11-05'], requested: m.params.protocolVersion },
        },
      })
      return true
    },
    want: {},
  },
  {
    report: 'xiaohongshu-mcp#697',
    what: 'a newer revision is refused with 400 in place of a proposal',
    isUnknown: true,
    play: (m, r) => {
      if (m.method !== 'initialize' || m.params.protocolVersion <= '2025-06-18') return false
      sendJson(r, 'Bad Request: Unsupported protocol version (supported versions: 2025-06-18, 2025-03-26)', 400)
      return true
    },
    want: {},
  },
  {
    report: 'gridctl#889',
    what: 'an empty revision is answered',
    isUnknown: true,
    play: on('initialize', (m, r) => sendJson(r, resultOf(m, initializeResult('')))),
    want: {},
  },
  {
    report: 'mergework#848',
    what: 'the handshake is an unknown method',
    isUnknown: true,
    play: (m, r) => {
      if (m.method !== 'initialize' && m.method !== 'server/discover') return false
      sendJson(r, errorOf(m.id, -32601, 'unknown method'))
      return true
    },
    want: /unknown method/,
  },
  {
    report: 'metorial#509',
    what: 'a notification opens a stream without an end',
    play: initialized((r) => {
      r.writeHead(200, { 'content-type': 'text/event-stream' })
      r.write(': hi\n\n')
    }),
    want: {},
    isUnknown: true,
  },
  {
    report: 'mcp-it#6',
    what: 'only the transport before is spoken',
    isUnknown: true,
    play: (_, r) => {
      sendJson(r, { message: 'Route POST:/mcp/sse not found', error: 'Not Found', statusCode: 404 }, 404)
      return true
    },
    want: /404|not found/i,
  },
  {
    report: 'own/no-capabilities',
    what: 'the handshake has no capabilities',
    isUnknown: true,
    play: on('initialize', (m, r) => sendJson(r, resultOf(m, { protocolVersion: m.params.protocolVersion }))),
    want: {},
  },
]
