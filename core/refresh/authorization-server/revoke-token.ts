import { ClientSecretPost, None } from 'oauth4webapi'
import { decodeText } from '../../encoding/charset.ts'
import { type FetchAnswer, FetchError, type Fetcher } from '../../fetch/index.ts'
import { readPauseMs } from '../../fetch/retry-after.ts'
import { path, type Revocation, UnfitSegment } from '../../provider/index.ts'
import type { ClientAuth } from '../../store/index.ts'
import { clientBasic } from './client-basic.ts'

export interface TokenRevocation {
  readonly declared: Revocation
  /** The headers that the provider wants with every request. */
  readonly fixedHeaders: Readonly<Record<string, string>>
  readonly clientId: string
  /** The client's secret; empty: a public client. */
  readonly clientSecret: string
  /** The client authentication that the token endpoint accepted last; `null`: not known. */
  readonly clientAuth: ClientAuth | null
  /** The access token; `null`: there is none. So for the refresh token. */
  readonly accessToken: string | null
  readonly refreshToken: string | null
  /** The vendor's id of the account; `null`: it wasn't kept. */
  readonly account: string | null
  readonly signal: AbortSignal
}

/** The result of a revocation. `refused`: another try wouldn't help; `isClient`: another client authentication may. No error holds a secret. */
export type Revoked =
  | { readonly outcome: 'revoked' }
  | { readonly outcome: 'refused'; readonly error: string; readonly isClient?: boolean }
  | { readonly outcome: 'failed'; readonly error: string; readonly retryAfterMs: number }

/** The vendors' error codes for a token that is no longer valid; RFC 7009, section 2.2, has none. */
const alreadyDead = /^(invalid_token|token_revoked|token_expired|invalid_auth|account_inactive)$/

const maxBytes = 64 * 1024

type Values = Readonly<Record<'client_id' | 'token' | 'account', string>>

/** Puts values into the places of a URL, each as one segment or value. */
const fill = (url: string, values: Values): string =>
  Object.entries(values).reduce(
    (filled, [name, value]) => (filled.includes(`{${name}}`) ? filled.replaceAll(`{${name}}`, path`${value}`) : filled),
    url,
  )

/** The form of RFC 7009, or the vendor's own. */
const buildForm = ({ form }: Revocation, values: Values, hint: 'access_token' | 'refresh_token'): URLSearchParams =>
  form
    ? new URLSearchParams(
        Object.fromEntries(
          Object.entries(form).map(([name, text]) => [
            name,
            text.replaceAll(/\{(client_id|token|account)\}/g, (_, place: keyof Values) => values[place]),
          ]),
        ),
      )
    : new URLSearchParams({ token: values.token, token_type_hint: hint })

/** True if the request names the account by its id. */
const namesAccount = ({ url, form = {} }: Revocation): boolean =>
  [url, ...Object.values(form)].some((text) => text.includes('{account}'))

/** The request's headers and body. Without a body, the token is in the URL or is the credential. */
const buildMessage = async (
  { declared, fixedHeaders, clientId, clientSecret }: TokenRevocation,
  values: Values,
  hint: 'access_token' | 'refresh_token',
  kind: ClientAuth,
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body?: string }> => {
  const { url, authentication, json } = declared
  const headers = new Headers(fixedHeaders)
  if (!headers.has('accept')) headers.set('accept', 'application/json')
  const { token } = values
  const form = buildForm(declared, values, hint)
  if (authentication === 'bearer') headers.set('authorization', `Bearer ${token}`)
  else if (authentication === 'secret') headers.set('authorization', `Bearer ${clientSecret}`)
  // HTTP Basic of an API (RFC 7617) takes id and secret as they are; token endpoints take them encoded as in a form.
  else if (authentication === 'basic') headers.set('authorization', `Basic ${btoa(`${clientId}:${clientSecret}`)}`)
  else if (authentication === undefined) {
    const client = kind === 'basic' ? clientBasic : ClientSecretPost
    const authenticate = clientSecret === '' ? None() : client(clientSecret)
    await authenticate({ issuer: url }, { client_id: clientId }, form, headers)
  }
  if (authentication === 'bearer' || url.includes('{token}')) return { headers: Object.fromEntries(headers) }
  headers.set('content-type', json ? 'application/json' : 'application/x-www-form-urlencoded')
  return { headers: Object.fromEntries(headers), body: json ? JSON.stringify({ [json]: token }) : `${form}` }
}

/** The error's code in an answer, which some vendors send with 200; `undefined`: it has none. No token looks like one. */
const codeIn = ({ headers, bytes }: FetchAnswer): string | undefined => {
  try {
    const { error } = Object(JSON.parse(decodeText(headers, bytes)))
    return typeof error === 'string' && /^[a-z][a-z_]{1,39}$/.test(error) ? error : undefined
  } catch {
    return undefined
  }
}

const interpretRevocation = (answer: FetchAnswer, { url }: Revocation): Revoked => {
  const { status } = answer
  const code = codeIn(answer)
  const isGone = (code !== undefined && alreadyDead.test(code)) || (status === 404 && url.includes('{token}'))
  if (isGone || (status >= 200 && status < 300 && code === undefined)) return { outcome: 'revoked' }
  const error = `the vendor answered ${status}${code === undefined ? '' : `, ${code}`}`
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    return { outcome: 'failed', error, retryAfterMs: readPauseMs(answer) }
  }
  return { outcome: 'refused', error, isClient: status === 401 || code === 'invalid_client' }
}

const toFailedRevocation = (error: unknown): Revoked => {
  if (error instanceof UnfitSegment) return { outcome: 'refused', error: 'the token does not fit into a URL' }
  if (!(error instanceof FetchError)) throw error
  if (error.kind === 'aborted') return { outcome: 'failed', error: 'it did not answer in time', retryAfterMs: 0 }
  // The body of the answer can't be read, and needn't be (RFC 7009, section 2.2).
  if (error.kind !== 'broken' && error.status !== undefined && error.status >= 200 && error.status < 300)
    return { outcome: 'revoked' }
  const { message, retryable } = error
  return retryable ? { outcome: 'failed', error: message, retryAfterMs: 0 } : { outcome: 'refused', error: message }
}

/**
 * Asks a vendor to revoke a token (RFC 7009, or a form of the vendor's own). Until it is known how the client authenticates, it
 * tries the body first, and then HTTP Basic, as with the exchange of a code.
 */
export const revokeToken = async (fetcher: Fetcher, revocation: TokenRevocation): Promise<Revoked> => {
  const { declared, clientId, accessToken, refreshToken, clientSecret, clientAuth, account, signal } = revocation
  const { url, method = 'POST', authentication } = declared
  const refresh = declared.token === 'access' ? null : refreshToken
  const token = refresh ?? accessToken
  if (token === null) return { outcome: 'refused', error: 'there is no token that the vendor could revoke' }
  if (account === null && namesAccount(declared))
    return { outcome: 'refused', error: 'the vendor wants the id of the account, which was not kept with its token' }
  const values: Values = { client_id: clientId, token, account: account ?? '' }

  const ask = async (kind: ClientAuth): Promise<Revoked> => {
    try {
      const message = await buildMessage(revocation, values, refresh === null ? 'access_token' : 'refresh_token', kind)
      const to = fill(url, values)
      const answer = await fetcher({ url: to, method, ...message, signal, maxBytes, redirects: 'none' })
      return interpretRevocation(answer, declared)
    } catch (error) {
      return toFailedRevocation(error)
    }
  }
  const revoked = await ask(clientAuth ?? 'post')
  const mayDiffer = authentication === undefined && clientAuth === null && clientSecret !== ''
  return mayDiffer && revoked.outcome === 'refused' && revoked.isClient ? ask('basic') : revoked
}
