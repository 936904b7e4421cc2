import type { GatewayError } from '@patchbay/core/errors'
import type { Reply } from './exchange.ts'

/** For answers that are data and never a page: nothing in them is run, framed, guessed or kept. */
const securityHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * Bytes up to which Bun sends an answer that took a while in one piece. Beyond them it sends each header by a system call of
 * its own, 40 for one of ours, but for a stream's (Bun 1.4.5: its buffer of 16 KiB holds the headers too).
 */
const onePiece = 15_000

const isLarge = (body: string | Uint8Array, bytes: number | undefined): boolean => {
  if (bytes !== undefined) return bytes > onePiece
  if (body.length > onePiece || typeof body !== 'string') return body.length > onePiece
  // A character has three bytes at the most, so few texts are measured.
  return body.length * 3 > onePiece && Buffer.byteLength(body) > onePiece
}

const streamed = (body: string | Uint8Array): ReadableStream =>
  new ReadableStream({
    type: 'direct',
    pull(controller) {
      const end = (): void => {
        controller.end()
      }
      const written = controller.write(body as string | Uint8Array<ArrayBuffer>)
      // Bun's `stop` cuts off a stream that has ended, sent or not: what a slow client hasn't taken yet is waited for.
      return written instanceof Promise ? written.then(end) : end()
    },
  })

const bodyOf = ({ body, bytes }: Reply): ConstructorParameters<typeof Response>[0] =>
  body === null || body instanceof ReadableStream || !isLarge(body, bytes) ? (body as string | null) : streamed(body)

/** The headers that every answer carries. `Strict-Transport-Security` only where clients come by https. */
export const createRespond = (
  baseUrl: string,
): ((reply: Reply, requestId: string, cors?: Readonly<Record<string, string>>) => Response) => {
  const common = baseUrl.startsWith('https:')
    ? { ...securityHeaders, 'strict-transport-security': 'max-age=31536000' }
    : securityHeaders
  // Copied natively into each response; a plain object would be read and checked name by name.
  const shared = new Headers(common)
  return (reply, requestId, cors) => {
    const { status, headers } = reply
    const response = new Response(bodyOf(reply), { status, headers: shared })
    response.headers.set('x-request-id', requestId)
    for (const more of [cors, headers]) {
      for (const name in more) response.headers.set(name, more[name] ?? '')
    }
    return response
  }
}

/** The one place where an error becomes an answer: the envelope of docs/call.md, "Errors". */
export const errorReply = (error: GatewayError, requestId: string): Reply => {
  const { retryAfter, headers, log } = error.extras
  return {
    status: error.status,
    body: JSON.stringify(error.envelope(requestId)),
    headers: { ...headers, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
    log: { ...log, code: error.code },
  }
}
