import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  ClientSecretBasic,
  ClientSecretPost,
  type CustomFetchOptions,
  customFetch,
  None,
  nopkce,
  type ClientAuth as OAuthClientAuth,
  processGenericTokenEndpointResponse,
  ResponseBodyError,
  validateAuthResponse,
} from 'oauth4webapi'
import { type FetchAnswer, FetchError, type Fetcher } from '../fetch/index.ts'
import { createRedaction } from '../fetch/redact.ts'
import type { ClientAuth } from '../store/index.ts'
import { conformingAnswer } from './token-answer.ts'

export interface CodeExchange {
  readonly clientId: string
  /** Empty: a public client. */
  readonly clientSecret: string
  readonly tokenEndpoint: string
  readonly redirectUri: string
  /** The query with which the vendor sent the browser back. */
  readonly callback: URLSearchParams
  readonly state: string
  /** `null`: the vendor takes no PKCE (RFC 7636). */
  readonly verifier: string | null
  readonly signal: AbortSignal
}

export type ExchangedCode =
  | {
      readonly outcome: 'granted'
      readonly accessToken: string
      /** `null`: the vendor gave none. */
      readonly refreshToken: string | null
      /** Seconds; `null`: the answer doesn't say. */
      readonly expiresIn: number | null
    }
  /** `error` holds no secret. */
  | { readonly outcome: 'failed'; readonly error: string }

const maxBytes = 64 * 1024

const authenticationOf = (clientSecret: string, kind: ClientAuth): OAuthClientAuth => {
  if (clientSecret === '') return None()
  return (kind === 'basic' ? ClientSecretBasic : ClientSecretPost)(clientSecret)
}

interface Attempt {
  readonly result: ExchangedCode
  /** Whether the endpoint refused the client, so that another kind of client authentication may help. */
  readonly refusedClient: boolean
}

const exchangeOnce = async (fetcher: Fetcher, exchange: CodeExchange, kind: ClientAuth): Promise<Attempt> => {
  const { clientId, clientSecret, tokenEndpoint, redirectUri, callback, state, verifier, signal } = exchange
  const server = { issuer: tokenEndpoint, token_endpoint: tokenEndpoint }
  const client = { client_id: clientId }
  let answer: FetchAnswer | undefined
  const send = async (
    url: string,
    { headers, body }: CustomFetchOptions<'POST', URLSearchParams>,
  ): Promise<Response> => {
    answer = await fetcher({
      ...{ url, method: 'POST', headers, body: `${body}`, signal, maxBytes },
      ...{ redirects: 'none', once: true },
    })
    return conformingAnswer(answer)
  }
  try {
    const parameters = validateAuthResponse(server, client, callback, state)
    const options = { [allowInsecureRequests]: true, [customFetch]: send }
    const response = await authorizationCodeGrantRequest(
      ...([server, client, authenticationOf(clientSecret, kind), parameters, redirectUri] as const),
      verifier ?? nopkce,
      options,
    )
    const token = await processGenericTokenEndpointResponse(server, client, response)
    return {
      refusedClient: false,
      result: {
        outcome: 'granted',
        accessToken: token.access_token,
        refreshToken: token.refresh_token ?? null,
        expiresIn: token.expires_in ?? null,
      },
    }
  } catch (error) {
    if (error instanceof FetchError)
      return { refusedClient: false, result: { outcome: 'failed', error: error.message } }
    if (!answer) throw error
    const code = error instanceof ResponseBodyError ? error.error : `the answer ${answer.status} without a token`
    const redacted = createRedaction([clientSecret, callback.get('code') ?? '', verifier ?? ''])(code)
    const refusedClient = /^(invalid_client|unauthorized_client|incorrect_client_credentials|bad_client_secret)$/.test(
      code,
    )
    return { refusedClient, result: { outcome: 'failed', error: redacted } }
  }
}

/**
 * Exchanges an authorization code (RFC 6749, section 4.1.3). The client authenticates in the body, which every vendor with such
 * applications takes, and by HTTP Basic where the vendor refuses that: a refused client doesn't use up the code.
 */
export const exchangeCode = async (fetcher: Fetcher, exchange: CodeExchange): Promise<ExchangedCode> => {
  const first = await exchangeOnce(fetcher, exchange, 'post')
  if (!first.refusedClient || exchange.clientSecret === '') return first.result
  return (await exchangeOnce(fetcher, exchange, 'basic')).result
}
