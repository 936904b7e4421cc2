import { decodeText } from '../encoding/charset.ts'
import { parseExact } from '../encoding/exact-json.ts'
import type { FetchAnswer } from '../fetch/index.ts'
import { readWait, toWait } from '../provider/answer/read-wait.ts'
import type { Pointer } from '../provider/index.ts'
import { at } from '../schema/index.ts'

type Fields = Readonly<Record<string, unknown>>

/** True for one line of Latin-1, because the access token is sent in a header (RFC 9110, section 5.5). */
const isSendable = (token: string): boolean => token.length <= 16_384 && /^[!-~\u00a1-\u00ff]+$/.test(token)

/** The members of a form. Vendors send forms as text/plain (Facebook), as text/html or without a type, so the members decide. */
const parseForm = (text: string, contentType: string | null): Fields | undefined => {
  const isForm = contentType?.includes('application/x-www-form-urlencoded')
  if (!isForm && !/^\s*[\w.-]+=[^\s<>]*\s*$/.test(text)) return undefined
  const form = new URLSearchParams(text.trim())
  return isForm || form.has('access_token') || form.has('error') ? Object.fromEntries(form) : undefined
}

/** The parsed body: JSON, whatever its type says, or the members of a form, or a text. */
const parseBody = ({ headers, bytes }: FetchAnswer): unknown => {
  const text = decodeText(headers, bytes)
  try {
    return parseExact(text)
  } catch {
    // GitHub answers with a form, whatever the request accepts: docs.github.com, "Refreshing user access tokens".
    return parseForm(text, headers.get('content-type')) ?? text
  }
}

const asFields = (body: unknown): Fields | undefined =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined

/**
 * 100 years: a token that lives longer is treated as one that doesn't expire, because not every store can hold a
 * larger number.
 */
const mostSeconds = 100 * 365 * 86_400

/** Seconds until a moment, in any unit or as a date; a smaller number is a span, as in `expires_in`. */
const readMoment = (value: unknown, headers: Headers): number | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const seconds = typeof value === 'string' ? readWait(value, headers) : toWait(Number(value), headers)
  return seconds !== undefined && seconds >= 1 ? Math.floor(Math.min(seconds, mostSeconds)) : undefined
}

/**
 * The token's life in seconds. Facebook calls it `expires`, Zoho's older endpoint `expires_in_sec`; others give the end, some of them
 * in `expires_in`.
 */
const readLifetime = (
  { expires_in, expires_in_sec, expiresIn, expires, expires_at, expiresAt }: Fields,
  headers: Headers,
): number | undefined =>
  readMoment(expires_in ?? expires_in_sec ?? expiresIn, headers) ??
  readMoment(expires ?? expires_at ?? expiresAt, headers)

const json = (status: number, body: unknown): Response => Response.json(body, { status })

/** A token endpoint's answer, made to fit RFC 6749, sections 5.1 and 5.2. */
export interface ReadAnswer {
  readonly response: Response
  /** The endpoint's whole answer, with its secrets; `{}`: the answer can't be read. */
  readonly fields: Fields
  /** The parsed answer, of any form. */
  readonly body: unknown
  /** The scopes that were granted; `null`: the answer doesn't say. */
  readonly scopes: readonly string[] | null
}

/**
 * The granted scopes: a list, or a text with spaces or commas. An empty text has no meaning: GitHub sends it for apps with permissions.
 */
const readScopes = ({ scope, scopes = scope }: Fields): readonly string[] | null => {
  const names = (Array.isArray(scopes) ? scopes : [scopes])
    .filter((part) => typeof part === 'string')
    .flatMap((part) => part.split(/[\s,]+/))
    .filter((name) => name !== '')
  return names.length === 0 ? null : names
}

/**
 * Reads a token endpoint's answer (RFC 6749, sections 5.1 and 5.2). An answer with a token is accepted whatever its
 * other members hold, like an id token of an unknown issuer, `"token_type": "bot"` or a strange `expires_in`, because
 * the old refresh token may already be invalid. An error sent with 200 (GitHub, Slack) becomes a 400. `tokenAt`: where the
 * plugin says that the token is.
 */
export const readAnswer = (answer: FetchAnswer, tokenAt?: Pointer): ReadAnswer => {
  const { status } = answer
  const body = parseBody(answer)
  const fields = asFields(body)
  if (!fields) return { response: new Response(null, { status }), fields: {}, body, scopes: null }
  const nested = tokenAt && at(fields, tokenAt)
  const holder = typeof nested === 'object' && nested !== null ? (nested as Fields) : fields
  const { accessToken, access_token = accessToken, refreshToken, refresh_token = refreshToken } = holder
  const isSuccess = status >= 200 && status < 300
  if (!isSuccess || typeof access_token !== 'string' || !isSendable(access_token)) {
    return { response: json(isSuccess ? 400 : status, {}), fields, body, scopes: null }
  }
  const response = json(200, {
    access_token,
    token_type: 'bearer',
    expires_in: readLifetime(holder, answer.headers),
    ...(typeof refresh_token === 'string' && refresh_token !== '' && { refresh_token }),
  })
  return { response, fields, body, scopes: readScopes(holder) }
}
