import type { GatewayError } from '@patchbay/core/errors'
import { errorHeaders, RequestError } from '../../forms/request-error.ts'
import { json, type Reply } from '../../http/exchange.ts'

/** The error codes of RFC 6749 (sections 4.1.2.1 and 5.2), RFC 7591 (section 3.2.2) and RFC 8707 (section 2). */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

/** An error with a code that an RFC of OAuth defines. The description is for the client's developers. */
export class OAuthError extends RequestError {
  override readonly name = 'OAuthError'

  // The codes are those of the RFCs alone.
  constructor(code: OAuthErrorCode, description: string, status?: number, headers?: Readonly<Record<string, string>>) {
    super(code, description, status, headers)
  }
}

/** RFC 6749, section 5.2: the description may hold only ASCII, without quotes and backslashes. */
const asciiOnly = (text: string): string => text.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, '?')

const codeOfStatus = (status: number): OAuthErrorCode => {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

/** Gives an error a code of the RFCs, because the gateway's own codes differ. */
export const inOAuthTerms = (error: RequestError | GatewayError) => ({
  code: error instanceof RequestError ? error.code : codeOfStatus(error.status),
  description: asciiOnly(error.message),
  headers: errorHeaders(error),
})

/** The error answer to a client (RFC 6749, section 5.2). */
export const errorAnswer = (error: RequestError | GatewayError): Reply => {
  const { code, description, headers } = inOAuthTerms(error)
  return { ...json({ error: code, error_description: description }, error.status, headers), log: { code: error.code } }
}
