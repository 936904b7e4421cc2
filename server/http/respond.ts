import type { ErrorEnvelope, GatewayError } from '@patchbay/core/errors'
import { type DocsUrl, type ErrorReader, errorEnvelope } from './error-envelope.ts'
import { jsonLine, type Reply } from './exchange.ts'

/** Headers for answers that are data, never a page: browsers must not run, frame, sniff or store them. */
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
 * The largest answer that Bun sends in one piece if it isn't ready at once. For a larger one Bun makes a system call for each
 * header, about 40 for one of our answers, unless the body is a stream (Bun 1.4.5: its 16 KiB buffer includes the headers).
 */
const onePiece = 15_000

const isLarge = (body: string | Uint8Array, bytes: number | undefined): boolean => {
  if (bytes !== undefined) return bytes > onePiece
  if (body.length > onePiece || typeof body !== 'string') return body.length > onePiece
  // A UTF-16 unit takes at most three bytes, so few texts have to be measured.
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
      // Bun's `stop` cuts off a stream that has ended but isn't sent yet, so wait until a slow client has taken all of it.
      return written instanceof Promise ? written.then(end) : end()
    },
  })

const toResponseBody = ({ body, bytes }: Reply): ConstructorParameters<typeof Response>[0] =>
  body === null || body instanceof ReadableStream || !isLarge(body, bytes) ? (body as string | null) : streamed(body)

const setAll = (headers: Headers, more: Readonly<Record<string, string>>): void => {
  for (const name in more) headers.set(name, more[name] ?? '')
}

/** Makes responses with the headers that every answer carries; `Strict-Transport-Security` only where clients use https. */
export const createRespond = (
  baseUrl: string,
): ((reply: Reply, requestId: string, cors?: Readonly<Record<string, string>>) => Response) => {
  const common = baseUrl.startsWith('https:')
    ? { ...securityHeaders, 'strict-transport-security': 'max-age=31536000' }
    : securityHeaders
  // `Headers` are copied natively into each response; a plain object would be read and checked name by name.
  const shared = new Headers(common)
  return (reply, requestId, cors) => {
    const { status, headers } = reply
    // Bun copies the headers: set here, the id costs no header object of the response's own.
    shared.set('x-request-id', requestId)
    const response = new Response(toResponseBody(reply), { status, headers: shared })
    // Only where there is something to set: looking at them makes a header object for each response.
    if (cors) setAll(response.headers, cors)
    if (headers) setAll(response.headers, headers)
    return response
  }
}

/** Makes a page of an envelope, for people. */
export type ProblemPage = (envelope: ErrorEnvelope) => Reply

/** The one place where an error becomes an answer: the envelope of docs/call-records.md, "Errors". `page`: for a person in a browser. */
export const errorReply = (
  error: GatewayError,
  requestId: string,
  {
    reader,
    docsUrl,
    page,
  }: { readonly reader: ErrorReader; readonly docsUrl: DocsUrl; readonly page?: ProblemPage | undefined },
): Reply => {
  const { retryAfter, headers, log } = error.extras
  const envelope = errorEnvelope(error, requestId, reader, docsUrl)
  const shown = page?.(envelope)
  return {
    status: error.status,
    body: shown?.body ?? jsonLine(envelope),
    headers: { ...shown?.headers, ...headers, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
    log: { ...log, code: error.code, reason: error.reason },
  }
}
