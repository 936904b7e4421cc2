import type { Reply } from '../../http/exchange.ts'

/**
 * The form of the answer that a client takes: JSON alone, a stream of events alone, or either. The transport asks clients to take both;
 * those that name no stream are answered with JSON, whatever they name.
 */
export type AnswerForm = 'json' | 'events' | 'either'

/** `q=0` refuses a type (RFC 9110, section 12.4.2). */
const isRefused = (parameters: readonly string[]): boolean => parameters.some((each) => /^\s*q=0(\.0*)?\s*$/.test(each))

export const readAnswerForm = (accept: string | null): AnswerForm => {
  // The protocol's own form, which nearly every client sends.
  if (accept === 'application/json, text/event-stream') return 'either'
  const ranges = (accept ?? '').toLowerCase().split(',')
  const types = ranges.flatMap((range) => {
    const [type = '', ...parameters] = range.split(';')
    return isRefused(parameters) ? [] : type.trim()
  })
  if (!types.includes('text/event-stream')) return 'json'
  return types.some((type) => ['application/json', 'application/*', '*/*'].includes(type)) ? 'either' : 'events'
}

export const streamHeaders = {
  'content-type': 'text/event-stream',
  'x-accel-buffering': 'no',
  'cache-control': 'no-store, no-transform',
}

/** An answer in JSON as the only event of a stream. What a vendor answered may have line breaks, which need a line of data each. */
export const asEvents = (reply: Reply): Reply => {
  const { body, headers, bytes: _, ...rest } = reply
  if (rest.status !== 200 || body === null || body instanceof ReadableStream) return reply
  const lines = Buffer.from(body)
    .toString()
    .split(/\r\n|\r|\n/)
  const event = `event: message\n${lines.map((line) => `data: ${line}\n`).join('')}\n`
  return { ...rest, body: event, headers: { ...headers, ...streamHeaders } }
}
