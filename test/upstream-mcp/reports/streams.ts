import { resultOf, startEvents, textResult } from '../tool-server.ts'
import { errorOf, events, found, on, type UpstreamReport } from './report.ts'

/** Answers as streams of events. */
export const streams: readonly UpstreamReport[] = [
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
    report: 'ai-gateway#2219 (call)',
    what: 'the stream of a call begins with an empty event',
    play: events((m) => `id: 1\ndata:\n\nid: 2\ndata: ${found(m)}\n\n`),
    want: 'found',
  },
  {
    report: 'agentgateway#2373',
    what: 'an answer comes twice',
    play: events((m) => `data: ${found(m)}\n\ndata: ${found(m)}\n\n`),
    want: 'found',
  },
  {
    report: 'agentgateway#2373 (ids)',
    what: 'answers to others come before',
    play: events((m) => `data: ${found({ ...m, id: 7777 })}\n\ndata: ${found(m)}\n\n`),
    want: 'found',
  },
  {
    report: 'own/json-as-events',
    what: 'JSON comes as a stream of events',
    play: on('tools/call', (m, r) => {
      r.writeHead(200, { 'content-type': 'text/event-stream' })
      r.end(found(m))
    }),
    want: 'found',
  },
  {
    report: 'own/many-lines',
    what: 'an event has its JSON in several lines',
    play: events(
      (m) =>
        `${JSON.stringify(JSON.parse(found(m)), null, 2)
          .split('\n')
          .map((l) => `data: ${l}\n`)
          .join('')}\n`,
    ),
    want: 'found',
  },
  {
    report: 'own/no-last-line',
    what: 'a stream ends without the empty line',
    play: events((m) => `data: ${found(m)}`),
    want: 'found',
  },
  {
    report: 'own/returns',
    what: 'lines end with CR alone',
    play: events((m) => `event: message\rdata: ${found(m)}\r\r`),
    want: 'found',
  },
  {
    report: 'own/event-name',
    what: 'the event has a name of its own',
    play: events((m) => `event: response\ndata: ${found(m)}\n\n`),
    want: 'found',
  },
  {
    report: 'own/stream-accepted',
    what: 'a stream comes with 202',
    play: on('tools/call', (m, r) => {
      r.writeHead(202, { 'content-type': 'text/event-stream' })
      r.end(`data: ${found(m)}\n\n`)
    }),
    want: 'found',
  },
]
