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

/** The headers that every answer carries. `Strict-Transport-Security` only where clients come by https. */
export const createRespond = (
  baseUrl: string,
): ((reply: Reply, requestId: string, cors?: Readonly<Record<string, string>>) => Response) => {
  const common = baseUrl.startsWith('https:')
    ? { ...securityHeaders, 'strict-transport-security': 'max-age=31536000' }
    : securityHeaders
  // Copied natively into each response; a plain object would be read and checked name by name.
  const shared = new Headers(common)
  return ({ status, body, headers }, requestId, cors) => {
    const response = new Response(body as Exclude<Reply['body'], Uint8Array> | Uint8Array<ArrayBuffer>, {
      status,
      headers: shared,
    })
    response.headers.set('x-request-id', requestId)
    for (const more of [cors, headers]) {
      for (const name in more) response.headers.set(name, more[name] ?? '')
    }
    return response
  }
}

/** The one place where an error becomes an answer (specification, section 2.6). */
export const errorReply = (error: GatewayError, requestId: string): Reply => {
  const { retryAfter, headers } = error.extras
  return {
    status: error.status,
    body: JSON.stringify(error.envelope(requestId)),
    headers: { ...headers, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
    log: { code: error.code },
  }
}
