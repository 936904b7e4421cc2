import { type AskedRequest, readMessages, type StraightMessage } from './straighten.ts'

/** The most lines of one stream: a server that sends more sends notifications for their own sake. */
const mostLines = 20_000

/** The bytes that count for a line, however short, and for an event that the library reads: its checks take five times as long as reading. */
const bytesOfLine = 64
const bytesOfEvent = 4096
/** Log lines and news of lists, which nobody hears here: they are left out unread, so that a flood of them costs little. */
const unheard = /^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"method"\s*:\s*"notifications\/(?!progress"|cancelled")/

const isUnheard = (data: readonly string[], others: readonly string[]): boolean =>
  others.length === 0 && data.length === 1 && unheard.test(data[0] ?? '')

/** An empty line behind an empty line ends nothing. */
const isEvent = (data: readonly string[], others: readonly string[]): boolean => data.length + others.length > 0

const encoder = new TextEncoder()
const lineEnd = /\r\n|\n|\r/
/** JSON where a stream of events should be. */
const bareJson = /^[\s\uFEFF]*[[{]/

/** True if a text is a stream of events (https://html.spec.whatwg.org/multipage/server-sent-events.html), whatever it is called. */
export const looksLikeEvents = (text: string): boolean => /^[\s\uFEFF]*(?:(?:event|data|id|retry)?:)/.test(text)

/** The lines of a text that comes in pieces. Those of a bare JSON text are one line. Throws RangeError if there are too many. */
async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let unfinished: string[] = []
  let isBare: boolean | undefined
  let lines = 0
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true })
    if (isBare === undefined && text.trim() !== '') isBare = bareJson.test(text)
    // A carriage return at the end may be half of a line's end.
    const end = isBare ? 0 : Math.max(text.lastIndexOf('\n'), text.slice(0, -1).lastIndexOf('\r')) + 1
    if (end > 0) {
      const whole = (unfinished.join('') + text.slice(0, end)).split(lineEnd)
      whole.pop()
      lines += whole.length
      if (lines > mostLines) throw new RangeError('too many messages')
      yield* whole
      unfinished = []
    }
    if (end < text.length) unfinished.push(text.slice(end))
  }
  const last = unfinished.join('') + decoder.decode()
  if (isBare) yield `data:${last}`
  else yield* last.split(lineEnd)
}

/** The messages of an event; none: it is something else. */
const messagesOf = (data: readonly string[], request: AskedRequest): readonly StraightMessage[] => {
  try {
    return data.length > 0 ? readMessages(data.join('\n'), request) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

interface LibraryEvent {
  readonly bytes: Uint8Array
  readonly isAnswer: boolean
}

/** An event as the library takes it: each of its messages, or no more than its id, from which the stream can be read again. */
const toEvent = (data: readonly string[], others: readonly string[], request: AskedRequest): LibraryEvent => {
  const begin = others.map((line) => `${line}\n`).join('')
  const messages = messagesOf(data, request)
  const events = messages.map(({ json }) => `event: message\ndata: ${json}\n\n`)
  // Without its data the library would forget the id.
  const bytes = encoder.encode(begin + (events.join('') || 'data:\n\n'))
  return { bytes, isAnswer: messages.some(({ isAnswer }) => isAnswer) }
}

/**
 * A stream of events as the library takes it: lines end as they may, names of events don't matter, what is no message is left out, and the
 * last event needs no empty line. `spend` is called with the bytes of everything but the answer, and waits where they are too many.
 * Throws RangeError for a stream that is out of bounds, and what `spend` throws.
 */
export async function* eventsForLibrary(
  pieces: AsyncIterable<Uint8Array>,
  request: AskedRequest,
  spend: (bytes: number) => Promise<void> | undefined,
): AsyncGenerator<Uint8Array> {
  let data: string[] = []
  let others: string[] = []
  let bytes = 0
  for await (const line of linesOf(pieces)) {
    bytes += line.length + bytesOfLine
    const [, field, value = ''] = /^(data|id|retry)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'data') data.push(value)
    else if (field !== undefined) others.push(line)
    // The lines of a message wait until it is known to be no answer.
    if (line !== '' && data.length > 0) continue
    if (line === '' && isEvent(data, others) && !isUnheard(data, others)) {
      const event = toEvent(data, others, request)
      bytes = event.isAnswer ? 0 : bytes + bytesOfEvent
      yield event.bytes
    }
    if (line === '') [data, others] = [[], []]
    await spend(bytes)
    bytes = 0
  }
  if (isEvent(data, others)) yield toEvent(data, others, request).bytes
}
