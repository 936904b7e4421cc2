import type { GatewayError } from '@patchbay/core/errors'
import { json, type Reply } from '../http/exchange.ts'

/** The error codes of RFC 6749 (sections 4.1.2.1 and 5.2), RFC 7591 (section 3.2.2) and RFC 8707 (section 2). */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

/** What is wrong with a client's request, as its RFC defines it. The description is for the client's developers. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'

  constructor(
    readonly code: OAuthErrorCode,
    description: string,
    readonly status = 400,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(description)
  }
}

/** RFC 6749, section 5.2: the description may hold no quotes, backslashes or anything but ASCII. */
const asciiOnly = (text: string): string => text.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, '?')

const codeOfStatus = (status: number): OAuthErrorCode => {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

/** An error with a code of the RFCs, and its headers: the gateway's own errors have other codes. */
export const inOAuthTerms = (error: OAuthError | GatewayError) => {
  const description = asciiOnly(error.message)
  if (error instanceof OAuthError) return { code: error.code, description, headers: error.headers }
  const { retryAfter, headers } = error.extras
  return {
    code: codeOfStatus(error.status),
    description,
    headers: { ...headers, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
  }
}

/** The answer to a client that made an error (RFC 6749, section 5.2). */
export const errorAnswer = (error: OAuthError | GatewayError): Reply => {
  const { code, description, headers } = inOAuthTerms(error)
  return { ...json({ error: code, error_description: description }, error.status, headers), log: { code: error.code } }
}
