import {
  allowInsecureRequests,
  ClientSecretPost,
  type CustomFetchOptions,
  clientCredentialsGrantRequest,
  customFetch,
  genericTokenEndpointRequest,
  None,
  type ClientAuth as OAuthClientAuth,
  processGenericTokenEndpointResponse,
  refreshTokenGrantRequest,
  type TokenEndpointRequestOptions,
} from 'oauth4webapi'
import { type FetchAnswer, FetchError, type Fetcher } from '../../fetch/index.ts'
import { createRedaction } from '../../fetch/redaction.ts'
import { readPauseMs } from '../../fetch/retry-after.ts'
import type { AuthorizationCode } from '../../provider/index.ts'
import type { ClientAuth, RefusedPart } from '../../store/index.ts'
import { clientBasic } from './client-basic.ts'
import { UnfitKeyError } from './sign-assertion.ts'
import { type ReadAnswer, readAnswer } from './token-answer.ts'
import { isJudgement, readRefusal } from './token-refusal.ts'

/** The grant for which an endpoint gives a token. */
export type TokenGrant =
  | { readonly kind: 'refresh_token'; readonly refreshToken: string }
  | {
      readonly kind: 'authorization_code'
      readonly code: string
      readonly redirectUri: string
      /** The PKCE verifier; `null`: the vendor takes no PKCE (RFC 7636). */
      readonly verifier: string | null
    }
  | { readonly kind: 'client_credentials'; readonly parameters: Readonly<Record<string, string>> }
  | {
      readonly kind: 'jwt_bearer'
      readonly parameters: Readonly<Record<string, string>>
      /** Creates a new assertion, because an endpoint may take each only once. */
      readonly assertion: () => Promise<string>
    }

export interface TokenRequest {
  readonly clientId: string
  /** The client's secret; empty: a public client, or one whose assertion authenticates it (RFC 7523, section 3.1). */
  readonly clientSecret: string
  readonly tokenEndpoint: string
  readonly grant: TokenGrant
  /** The client authentication that the endpoint accepted last; `null`: try both. The plugin's declaration takes precedence. */
  readonly clientAuth: ClientAuth | null
  /** The plugin's declaration of the endpoint. */
  readonly endpoint?:
    | Pick<AuthorizationCode, 'clientAuth' | 'encoding' | 'refusals' | 'tokenAt' | 'resource' | 'exchangeParameters'>
    | undefined
  readonly signal: AbortSignal
}

export type VendorTokenAnswer =
  | {
      readonly outcome: 'granted'
      readonly accessToken: string
      /** The new refresh token; `null`: the old one stays valid (RFC 6749, section 6), or the grant has none. */
      readonly refreshToken: string | null
      /** The token's life in seconds; `null`: the answer doesn't say. */
      readonly expiresIn: number | null
      /** The authentication that worked; `null`: the client didn't authenticate. */
      readonly clientAuth: ClientAuth | null
      /** The granted scopes; `null`: the answer doesn't say. */
      readonly scopes: readonly string[] | null
      /** The whole answer, with its secrets. */
      readonly fields: Readonly<Record<string, unknown>>
    }
  /** The grant has ended. */
  | { readonly outcome: 'refused'; readonly error: string }
  /** Another try may help. */
  | {
      readonly outcome: 'failed'
      readonly error: string
      /** The part of the request that the endpoint refused; `null`: it judged nothing. */
      readonly refused: RefusedPart | null
      readonly retryAfterMs: number
    }

const maxBytes = 64 * 1024

type Attempt = VendorTokenAnswer & {
  /** True if the endpoint judged the request, so that another kind of client authentication may help. */
  readonly isAnswer?: boolean
  /** True if the endpoint refused the client. */
  readonly isAboutClient?: boolean
}

/** The secrets of a grant, which no message may contain. */
const listGrantSecrets = (grant: TokenGrant): readonly string[] => {
  if (grant.kind === 'authorization_code') return [grant.code, grant.verifier ?? '']
  return grant.kind === 'refresh_token' ? [grant.refreshToken] : []
}

const longestWords = 300

/** The texts without white space that are long enough for a token. */
const longRuns = /[\w.~+/=-]{20,}/g
/** Hides a text that looks like a token, with letters and digits: an answer with 200 may hold one in an unexpected place. */
const hideToken = (run: string): string => (/\d/.test(run) && /[A-Za-z]/.test(run) ? '…' : run)

/** The endpoint's own words, or a description of the failure. Secrets that the endpoint echoes are redacted. */
const wordsFor = (
  thrown: unknown,
  status: number,
  words: string | undefined,
  { clientSecret, grant }: TokenRequest,
): string => {
  if (thrown instanceof FetchError) return thrown.kind === 'aborted' ? 'it did not answer in time' : thrown.message
  if (words === undefined) return `it answered ${status} without a token`
  const redacted = createRedaction([clientSecret, ...listGrantSecrets(grant)])(words).replaceAll(/\s+/g, ' ')
  const text = status < 300 ? redacted.replaceAll(longRuns, hideToken) : redacted
  return text.length > longestWords ? `${text.slice(0, longestWords)}…` : text
}

/** The authentication of a client that sends only an assertion: some vendors refuse a request with a `client_id` beside it. */
const unauthenticated: OAuthClientAuth = () => undefined

const chooseAuthentication = ({ clientSecret, grant }: TokenRequest, clientAuth: ClientAuth): OAuthClientAuth => {
  // A public client names itself (RFC 6749, section 3.2.1).
  if (clientSecret === '') return grant.kind === 'jwt_bearer' ? unauthenticated : None()
  return (clientAuth === 'basic' ? clientBasic : ClientSecretPost)(clientSecret)
}

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** The token request of each grant: RFC 6749, sections 6, 4.1.3 and 4.4.2; RFC 7636, section 4.5; RFC 7523, section 2.1. */
const ask = async (
  { tokenEndpoint, clientId, grant, endpoint }: TokenRequest,
  authentication: OAuthClientAuth,
  options: TokenEndpointRequestOptions,
): Promise<Response> => {
  const server = { issuer: tokenEndpoint, token_endpoint: tokenEndpoint }
  const client = { client_id: clientId }
  switch (grant.kind) {
    case 'refresh_token':
      return refreshTokenGrantRequest(server, client, authentication, grant.refreshToken, options)
    case 'authorization_code': {
      const verifier = grant.verifier !== null && { code_verifier: grant.verifier }
      const resource = endpoint?.resource !== undefined && { resource: endpoint.resource }
      const { code, redirectUri: redirect_uri } = grant
      const parameters = { ...endpoint?.exchangeParameters, code, redirect_uri, ...verifier, ...resource }
      return genericTokenEndpointRequest(server, client, authentication, grant.kind, parameters, options)
    }
    case 'client_credentials':
      return clientCredentialsGrantRequest(server, client, authentication, grant.parameters, options)
    case 'jwt_bearer': {
      const parameters = { ...grant.parameters, assertion: await grant.assertion() }
      return genericTokenEndpointRequest(server, client, authentication, jwtBearer, parameters, options)
    }
  }
}

/** The request as the vendor wants it. */
const writtenAs = (
  encoding: AuthorizationCode['encoding'],
  { headers, body }: CustomFetchOptions<'POST', URLSearchParams>,
): { readonly headers: Record<string, string>; readonly body: string } =>
  encoding === 'json'
    ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(Object.fromEntries(body)) }
    : { headers, body: `${body}` }

const toFailedAttempt = (
  thrown: unknown,
  answer: FetchAnswer | undefined,
  tokenAnswer: ReadAnswer | undefined,
  request: TokenRequest,
): Attempt => {
  if (thrown instanceof UnfitKeyError)
    return { outcome: 'failed', error: thrown.message, refused: null, retryAfterMs: 0 }
  if (!answer && !(thrown instanceof FetchError)) throw thrown
  const status = answer?.status ?? 0
  const { verdict, words } = readRefusal({ status, body: tokenAnswer?.body }, request.endpoint?.refusals)
  const error = wordsFor(thrown, status, words, request)
  const causes = { isAnswer: isJudgement(status, true), isAboutClient: verdict === 'client' }
  // A key isn't abandoned: the vendor may refuse it because one of the two clocks is wrong.
  if (verdict === 'dead-grant' && request.grant.kind !== 'jwt_bearer') return { outcome: 'refused', error, ...causes }
  const refusedPart = verdict === 'client' ? 'client' : 'grant'
  const refused = verdict === 'nothing' ? null : refusedPart
  const retryAfterMs = answer ? readPauseMs({ ...answer, body: tokenAnswer?.body }) : 0
  return { outcome: 'failed', error, refused, ...causes, retryAfterMs }
}

const tryOnce = async (fetcher: Fetcher, request: TokenRequest, clientAuth: ClientAuth): Promise<Attempt> => {
  const { clientId, clientSecret, tokenEndpoint, grant, signal, endpoint } = request
  let answer: FetchAnswer | undefined
  let tokenAnswer: ReadAnswer | undefined
  const send = async (url: string, options: CustomFetchOptions<'POST', URLSearchParams>): Promise<Response> => {
    const written = writtenAs(endpoint?.encoding, options)
    answer = await fetcher({ url, method: 'POST', ...written, signal, maxBytes, redirects: 'none' })
    tokenAnswer = readAnswer(answer, endpoint?.tokenAt)
    return tokenAnswer.response
  }
  try {
    // The fetcher decides whether plain http is allowed.
    const resource = endpoint?.resource
    const options = {
      [allowInsecureRequests]: true,
      [customFetch]: send,
      ...(resource !== undefined && { additionalParameters: { resource } }),
    }
    const response = await ask(request, chooseAuthentication(request, clientAuth), options)
    const issuer = { issuer: tokenEndpoint }
    const token = await processGenericTokenEndpointResponse(issuer, { client_id: clientId }, response)
    const isOfPerson = grant.kind === 'refresh_token' || grant.kind === 'authorization_code'
    return {
      outcome: 'granted',
      accessToken: token.access_token,
      // A refresh token of another grant is ignored: it could outlive the seed (RFC 6749, section 4.4.3).
      refreshToken: (isOfPerson && token.refresh_token) || null,
      expiresIn: token.expires_in ?? null,
      clientAuth: clientSecret === '' ? null : clientAuth,
      scopes: tokenAnswer?.scopes ?? null,
      fields: tokenAnswer?.fields ?? {},
    }
  } catch (thrown) {
    return toFailedAttempt(thrown, answer, tokenAnswer, request)
  }
}

/**
 * Asks a token endpoint for a new access token. Until it is known how the endpoint authenticates clients,
 * HTTP Basic is tried first, which every endpoint must support (section 2.3.1), and then the body, because some vendors support
 * nothing else. An endpoint that refuses the client doesn't use up the refresh token. With a code, the body is tried first, which every
 * vendor with such applications takes, and Basic only if the client was refused: another refusal has used up the code.
 */
export const requestToken = async (fetcher: Fetcher, request: TokenRequest): Promise<VendorTokenAnswer> => {
  const declaredAuth = request.endpoint?.clientAuth ?? request.clientAuth
  const isCode = request.grant.kind === 'authorization_code'
  const order: readonly [ClientAuth, ClientAuth] = isCode ? ['post', 'basic'] : ['basic', 'post']
  const first = await tryOnce(fetcher, request, declaredAuth ?? order[0])
  if (declaredAuth !== null || request.clientSecret === '' || !(isCode ? first.isAboutClient : first.isAnswer))
    return first
  const second = await tryOnce(fetcher, request, order[1])
  return second.outcome === 'failed' && second.isAnswer && !isCode ? first : second
}
