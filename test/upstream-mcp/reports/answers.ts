import { resultOf, sendJson, textResult } from '../tool-server.ts'
import { errorOf, found, on, onCall, type UpstreamReport, withIds } from './report.ts'

/** Answers as JSON: results, errors and limits. */
export const answers: readonly UpstreamReport[] = [
  { report: 'python-sdk#1720', what: 'ids come back as texts', play: withIds(String), want: 'found' },
  {
    report: 'radare2-mcp#68',
    what: 'every id is 0',
    play: withIds(() => 0),
    want: /without the message|before its answer was complete/,
  },
  {
    report: 'ai-dial-core#1667',
    what: 'the address without a slash leads to the one with it',
    play: on('tools/call', (_, response) => response.writeHead(307, { location: '/mcp/' }).end()),
    want: /redirect/,
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
    report: 'claude-ai-mcp#154',
    what: 'JSON comes as plain text',
    play: on('tools/call', (m, r) => {
      r.writeHead(200, { 'content-type': 'text/plain' })
      r.end(found(m))
    }),
    want: 'found',
  },
  {
    report: 'python-sdk#1072',
    what: 'a page of a website answers',
    play: on('tools/call', (_, r) => {
      r.writeHead(200, { 'content-type': 'text/html' })
      r.end('<!doctype html><title>Sign in</title>')
    }),
    want: /without the message|answer/,
  },
  {
    report: 'agentmail-mcp#57',
    what: 'too many calls: an hour to wait',
    play: on('tools/call', (_, r) =>
      sendJson(r, { message: 'quota of the day is used up' }, 429, { 'retry-after': '3600' }),
    ),
    want: /quota of the day/,
  },
  {
    report: 'firezone#15066',
    what: 'too many calls: an error with the seconds',
    play: on('tools/call', (m, r) =>
      sendJson(
        r,
        {
          jsonrpc: '2.0',
          id: m.id,
          error: { code: -32000, message: 'Rate limit exceeded, wait 7 s', data: { retry_after_seconds: 7 } },
        },
        429,
        { 'retry-after': '3600' },
      ),
    ),
    want: /wait 7 s/,
  },
  {
    report: 'mcp-server-cloudflare#12',
    what: 'the result is wrapped as it was before the first revision',
    play: onCall({ toolResult: { content: [{ type: 'text', text: '"found"' }] } }),
    want: 'found',
  },
  {
    report: 'typescript-sdk#2670',
    what: 'the answer is a batch',
    play: on('tools/call', (m, r) => sendJson(r, [resultOf(m, textResult('"found"'))])),
    want: 'found',
  },
  {
    report: 'python-sdk#390',
    what: 'a call is accepted with 202, and nothing comes',
    play: on('tools/call', (_, r) => r.writeHead(202).end()),
    want: /before its answer was complete/,
  },
  {
    report: 'opentag#652',
    what: 'an error of the server is not sent again',
    play: on('tools/call', (m, r) => sendJson(r, errorOf(m.id, -32603, 'it broke'), 500)),
    want: /it broke/,
    asked: { 'tools/call': 3 },
  },
  {
    report: 'Medusa#26',
    what: 'an error is told as a result',
    play: onCall(textResult('❌ Unknown tool')),
    want: '❌ Unknown tool',
  },
  {
    report: 'hermes-agent#56065',
    what: 'a limit is told as an error of the tool',
    play: onCall(textResult('HTTP 429: slow down', { isError: true })),
    want: /slow down/,
  },
  {
    report: 'hermes-webui#7389',
    what: 'a file comes as a resource beside a word',
    play: onCall({
      content: [
        { type: 'text', text: 'downloaded (SHA: 1)' },
        { type: 'resource', resource: { uri: 'repo://a', mimeType: 'text/plain', text: 'hello' } },
      ],
    }),
    want: 'downloaded (SHA: 1)\nhello',
  },
  {
    report: 'mcp-context-forge#6705',
    what: 'a resource is empty',
    play: onCall({ content: [{ type: 'resource', resource: { uri: 'a:b', text: '' } }] }),
    want: '',
  },
  {
    report: 'mecatl#223',
    what: 'a link to a resource has a text',
    play: onCall({
      content: [{ type: 'resource_link', uri: 'https://x.example/a.pdf', name: 'a.pdf', description: 'The bill' }],
    }),
    want: 'a.pdf: https://x.example/a.pdf',
  },
  {
    report: 'signoz-mcp-server#231',
    what: 'a notice stands behind the data',
    play: onCall({
      content: [
        { type: 'text', text: '{"n":1}' },
        { type: 'text', text: 'Input validation notice: n' },
      ],
    }),
    want: '{"n":1}\nInput validation notice: n',
  },
  { report: 'own/content-null', what: 'content is null', play: onCall({ content: null }), want: null },
  {
    report: 'own/content-object',
    what: 'content is one block, no list',
    play: onCall({ content: { type: 'text', text: '"found"' } }),
    want: 'found',
  },
  { report: 'own/content-text', what: 'content is a text', play: onCall({ content: 'found' }), want: 'found' },
  {
    report: 'own/result-text',
    what: 'the result is a text',
    play: on('tools/call', (m, r) => sendJson(r, { jsonrpc: '2.0', id: m.id, result: 'found' })),
    want: 'found',
  },
  {
    report: 'own/error-null',
    what: 'a result has a null error beside it',
    play: on('tools/call', (m, r) =>
      sendJson(r, { jsonrpc: '2.0', id: m.id, result: textResult('"found"'), error: null }),
    ),
    want: 'found',
  },
  {
    report: 'own/result-null',
    what: 'a null result beside an error',
    play: on('tools/call', (m, r) =>
      sendJson(r, { jsonrpc: '2.0', id: m.id, result: null, error: { code: -32000, message: 'the shelf is locked' } }),
    ),
    want: /the shelf is locked/,
  },
  {
    report: 'own/no-version',
    what: 'the version of JSON-RPC is missing',
    play: on('tools/call', (m, r) => sendJson(r, { id: m.id, result: textResult('"found"') })),
    want: 'found',
  },
  {
    report: 'own/error-text',
    what: 'the error is a text',
    play: on('tools/call', (m, r) => sendJson(r, { jsonrpc: '2.0', id: m.id, error: 'the shelf is locked' })),
    want: /the shelf is locked/,
  },
  {
    report: 'own/error-code-text',
    what: 'the code of an error is a text',
    play: on('tools/call', (m, r) =>
      sendJson(r, { jsonrpc: '2.0', id: m.id, error: { code: 'LOCKED', message: 'the shelf is locked' } }),
    ),
    want: /the shelf is locked/,
  },
  {
    report: 'own/error-without-id',
    what: 'an error names no request',
    play: on('tools/call', (_m, r) => sendJson(r, errorOf(null, -32000, 'the shelf is locked'))),
    want: /the shelf is locked/,
  },
  {
    report: 'own/is-error-text',
    what: 'isError is a text',
    play: onCall(textResult('no such agent', { isError: 'true' })),
    want: /no such agent/,
  },
  {
    report: 'own/mark',
    what: 'a byte order mark stands before the JSON',
    play: on('tools/call', (m, r) => {
      r.writeHead(200, { 'content-type': 'application/json' })
      r.end(`\ufeff${found(m)}`)
    }),
    want: 'found',
  },
  {
    report: 'own/events-as-json',
    what: 'a stream of events comes as JSON',
    play: on('tools/call', (m, r) => {
      r.writeHead(200, { 'content-type': 'application/json' })
      r.end(`event: message\ndata: ${found(m)}\n\n`)
    }),
    want: 'found',
  },
  {
    report: 'own/created',
    what: 'a call is answered with 201',
    play: on('tools/call', (m, r) => sendJson(r, found(m), 201)),
    want: 'found',
  },
]
