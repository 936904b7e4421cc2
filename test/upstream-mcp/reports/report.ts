import type { ServerResponse } from 'node:http'
import { type Answers, type Received, resultOf, sendJson, textResult } from '../tool-server.ts'

/** A public report (or one of our own: `own/`) of what a server did to a client or a gateway, what the server of a test does, and what callers of ours get. */
export interface UpstreamReport {
  readonly report: string
  readonly what: string
  /** The server that it is tried with; left out: of the old era, without sessions. */
  readonly server?: 'sessions' | 'modern'
  readonly play?: Answers
  readonly action?: string
  readonly params?: Readonly<Record<string, unknown>>
  /** The caller's result; a pattern stands for an error's message. */
  readonly want: unknown
  /** The server has an address of its own in this row, whose era nobody knows. */
  readonly isUnknown?: boolean
  /** The methods that the server may get in the three calls, with how often. */
  readonly asked?: Readonly<Record<string, number>>
}

export const on =
  (method: string, behave: (message: Received, response: ServerResponse) => void): Answers =>
  (message, response) => {
    if (message.method !== method) return false
    behave(message, response)
    return true
  }

export const initialized = (behave: (response: ServerResponse) => void): Answers =>
  on('notifications/initialized', (_, response) => behave(response))

export const onCall = (result: object): Answers =>
  on('tools/call', (message, response) => sendJson(response, resultOf(message, result)))

export const errorOf = (id: unknown, code: number, message: string): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

export const initializeResult = (protocolVersion: string): object => ({
  protocolVersion,
  capabilities: { tools: {} },
  serverInfo: { name: 'shop', version: '1' },
})

export const withIds =
  (idOf: (id: unknown) => unknown): Answers =>
  (message, response) => {
    if (message.id === undefined || message.method !== 'tools/call') return false
    sendJson(response, resultOf({ ...message, id: idOf(message.id) as number }, textResult('"found"')))
    return true
  }

export const events = (textOf: (message: Received) => string): Answers =>
  on('tools/call', (message, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(textOf(message))
  })

export const found = (message: Received): string => JSON.stringify(resultOf(message, textResult('"found"')))

/** The server refuses the question by which the era is found out. */
export const probed = (status: number, code: number, message: string, more: object = {}): Answers =>
  on('server/discover', ({ id }, r) => sendJson(r, { jsonrpc: '2.0', id, error: { code, message, ...more } }, status))
