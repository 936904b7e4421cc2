import type { ServerResponse } from 'node:http'
import { type Answers, type Received, sendJson } from '../tool-server.ts'
import { errorOf, type UpstreamReport } from './report.ts'

/** Refuses the first call in a session, as a server does that has forgotten it. */
const forgets = (refuse: (message: Received, response: ServerResponse) => void): Answers => {
  let hasForgotten = false
  return (message, response) => {
    if (message.method !== 'tools/call' || hasForgotten) return false
    hasForgotten = true
    refuse(message, response)
    return true
  }
}

const refuses = (status: number, body: object): Answers => forgets((_, response) => sendJson(response, body, status))

const fails = (code: number, message: string): Answers =>
  forgets(({ id }, response) => sendJson(response, errorOf(id, code, message)))

/** Sessions, and how servers say that one has ended. */
export const sessions: readonly UpstreamReport[] = [
  {
    report: 'metamcp#166',
    what: 'a session is gone: 404',
    server: 'sessions',
    play: refuses(404, errorOf(null, -32001, 'Session not found')),
    want: {},
  },
  {
    report: 'mcphub#196',
    what: 'a session is gone: 400, as an invalid request',
    server: 'sessions',
    play: refuses(400, errorOf(2, -32600, 'Invalid Request: Session not found')),
    want: {},
  },
  {
    report: 'mcp-proxy#14',
    what: 'a session is gone: 400, as one without an id',
    server: 'sessions',
    play: refuses(400, errorOf(null, -32000, 'Bad Request: No valid session ID provided')),
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
    report: 'rust-sdk#733',
    what: 'a session is gone: 404 with a page',
    server: 'sessions',
    play: forgets((_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')),
    want: {},
  },
  {
    report: 'mcp-proxy#149',
    what: 'a session is gone: 410',
    server: 'sessions',
    play: refuses(410, errorOf(null, -32001, 'Session expired')),
    want: {},
  },
  {
    report: 'own/session-not-initialized',
    what: 'a session is gone: 400, not initialized',
    server: 'sessions',
    play: refuses(400, errorOf(null, -32000, 'Bad Request: Server not initialized')),
    want: {},
  },
  {
    report: 'crawl4ai#2234',
    what: 'a session is gone: its server was not initialized',
    server: 'sessions',
    play: fails(-32602, 'Received request before initialization was complete'),
    want: {},
  },
  {
    report: 'own/session-by-error',
    what: 'a session is gone: 200 with an error',
    server: 'sessions',
    play: fails(-32001, 'Session not found'),
    want: {},
  },
]
