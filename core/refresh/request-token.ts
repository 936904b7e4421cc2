import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  type CustomFetchOptions,
  customFetch,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
} from 'oauth4webapi'
import { type FetchAnswer, FetchError, type Fetcher } from '../fetch/index.ts'
import { createRedaction } from '../fetch/redact.ts'
import { retryAfterOf } from '../fetch/retry-after.ts'
import type { ClientAuth } from '../store/index.ts'
import { conformingAnswer } from './token-answer.ts'

export interface TokenRequest {
  readonly clientId: string
  readonly clientSecret: string
  readonly tokenEndpoint: string
  readonly refreshToken: string
  /** What the endpoint accepted last; `null`: try both. */
  readonly clientAuth: ClientAuth | null
  readonly signal: AbortSignal
}

export type TokenAnswer =
  | {
      readonly outcome: 'granted'
      readonly accessToken: string
      /** `null`: the old refresh token stays valid (RFC 6749, section 6). */
      readonly refreshToken: string | null
      /** Seconds; `null`: the answer doesn't say. */
      readonly expiresIn: number | null
      readonly clientAuth: ClientAuth
    }
  /** The refresh token is dead. */
  | { readonly outcome: 'refused'; readonly error: string }
  /** Another try may help. */
  | { readonly outcome: 'failed'; readonly error: string; readonly retryAfterMs: number }

/** Statuses below 500 that don't judge the request (RFC 9110), so another try may help. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

const maxBytes = 64 * 1024
const mostRetryAfterMs = 3_600_000

/** `invalid_grant`, or a vendor's own code for it: bad_refresh_token, invalid_refresh_token, BAD_REFRESH_TOKEN. */
const isAboutGrant = (code: string): boolean => /invalid_grant|refresh_token|token_(expired|revoked)/i.test(code)

const retryAfterMs = ({ status, headers }: FetchAnswer): number =>
  Math.min((retryAfterOf({ status, headers }) ?? 0) * 1000, mostRetryAfterMs)

type Attempt = TokenAnswer & {
  /** Whether the endpoint judged the request, so that another kind of client authentication may help. */
  readonly isAnswer?: boolean
}

/** The endpoint's error code, or what happened instead. Secrets that the endpoint echoes are redacted. */
const wordsFor = (error: unknown, status: number, { clientSecret, refreshToken }: TokenRequest): string => {
  if (error instanceof FetchError) return error.kind === 'aborted' ? 'it gave no answer in time' : error.message
  if (!(error instanceof ResponseBodyError)) return `it answered ${status} without a token`
  return createRedaction([clientSecret, refreshToken])(error.error)
}

const tryOnce = async (fetcher: Fetcher, request: TokenRequest, clientAuth: ClientAuth): Promise<Attempt> => {
  const { clientId, clientSecret, tokenEndpoint, refreshToken, signal } = request
  const server = { issuer: tokenEndpoint, token_endpoint: tokenEndpoint }
  const client = { client_id: clientId }
  const authentication = (clientAuth === 'basic' ? ClientSecretBasic : ClientSecretPost)(clientSecret)
  let answer: FetchAnswer | undefined
  const send = async (
    url: string,
    { headers, body }: CustomFetchOptions<'POST', URLSearchParams>,
  ): Promise<Response> => {
    answer = await fetcher({ url, method: 'POST', headers, body: `${body}`, signal, maxBytes, redirects: 'none' })
    return conformingAnswer(answer)
  }
  try {
    // The fetcher decides whether plain http is allowed.
    const options = { [allowInsecureRequests]: true, [customFetch]: send }
    const response = await refreshTokenGrantRequest(server, client, authentication, refreshToken, options)
    const { access_token, refresh_token, expires_in } = await processRefreshTokenResponse(server, client, response)
    return {
      outcome: 'granted',
      accessToken: access_token,
      refreshToken: refresh_token ?? null,
      expiresIn: expires_in ?? null,
      clientAuth,
    }
  } catch (thrown) {
    if (!answer && !(thrown instanceof FetchError)) throw thrown
    const status = answer?.status ?? 0
    const error = wordsFor(thrown, status, request)
    const isAnswer = status > 0 && !passing.has(status) && status < 500
    if (thrown instanceof ResponseBodyError && isAnswer && isAboutGrant(error)) {
      return { outcome: 'refused', error, isAnswer }
    }
    return { outcome: 'failed', error, isAnswer, retryAfterMs: answer ? retryAfterMs(answer) : 0 }
  }
}

/**
 * Asks a token endpoint for a new access token (RFC 6749, section 6). Until it is known how the endpoint authenticates clients,
 * HTTP Basic is tried first, which every endpoint must support (section 2.3.1), and then the body, because some vendors support
 * nothing else. An endpoint that refuses the client doesn't use up the refresh token.
 */
export const requestToken = async (fetcher: Fetcher, request: TokenRequest): Promise<TokenAnswer> => {
  const first = await tryOnce(fetcher, request, request.clientAuth ?? 'basic')
  if (request.clientAuth !== null || !first.isAnswer) return first
  const second = await tryOnce(fetcher, request, 'post')
  return second.outcome === 'failed' && second.isAnswer ? first : second
}
