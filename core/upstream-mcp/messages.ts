import { randomBytes } from 'node:crypto'
import { markNumbers, unmarkNumbers } from '../encoding/exact-json.ts'
import { isTooDeep } from './nesting.ts'

/** The library parses with doubles: other numbers pass it as texts with this mark, which no server can know. */
const mark = `number-${randomBytes(12).toString('hex')}:`

/** A text of JSON for the library. Throws RangeError if it is nested so deeply that nobody should walk it. */
export const forLibrary = (json: string): string => {
  if (isTooDeep(json)) throw new RangeError('nested too deeply')
  return markNumbers(json, mark)
}

/** The text of a value that the library has parsed, with every digit of its numbers. */
export const exactTextOf = (value: unknown): string => unmarkNumbers(JSON.stringify(value) ?? 'null', mark)

/** A value that the library has parsed, with doubles for all numbers. */
export const plainValue = (value: unknown): unknown => JSON.parse(exactTextOf(value))

/** The id of an answer: the gateway's are numbers, which some servers send back as texts. */
export const readAnswerId = (id: unknown): unknown =>
  typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id

/** The library takes messages from events without a name alone; some servers call that of an error `error`. */
const errorEvent = /^event: ?error\r?$/

/** The most lines of one stream: a server that sends more sends notifications for their own sake. */
const mostLines = 20_000

/** Passes a stream of events on, line by line, as `forLibrary` wants its data. Throws RangeError for a stream that is out of bounds. */
export async function* eventsForLibrary(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let unfinished: string[] = []
  let lines = 0
  const pass = (line: string): string => {
    if (++lines > mostLines) throw new RangeError('too many messages')
    if (errorEvent.test(line)) return 'event: message'
    return line.startsWith('data:') ? forLibrary(line) : line
  }
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true })
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) {
      const whole = unfinished.join('') + text.slice(0, end - 1)
      yield encoder.encode(
        whole
          .split('\n')
          .map((line) => `${pass(line)}\n`)
          .join(''),
      )
      unfinished = []
    }
    if (end < text.length) unfinished.push(text.slice(end))
  }
  const last = unfinished.join('') + decoder.decode()
  if (last !== '') yield encoder.encode(pass(last))
}
