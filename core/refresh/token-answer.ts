import type { FetchAnswer } from '../fetch/index.ts'
import type { Pointer } from '../provider/index.ts'
import { at } from '../schema/index.ts'

type Fields = Readonly<Record<string, unknown>>

/** One line of Latin-1, because the access token is sent in a header (RFC 9110, section 5.5). */
const isSendable = (token: string): boolean => token.length <= 16_384 && /^[!-~\u00a1-\u00ff]+$/.test(token)

const parseFields = ({ headers, bytes }: FetchAnswer): Fields | undefined => {
  const text = new TextDecoder().decode(bytes)
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined
  } catch {
    // GitHub answers with a form, whatever the request accepts: docs.github.com, "Refreshing user access tokens".
    const isForm = headers.get('content-type')?.includes('application/x-www-form-urlencoded')
    return isForm ? Object.fromEntries(new URLSearchParams(text)) : undefined
  }
}

/**
 * 100 years: a token that lives longer is treated as one that doesn't expire, because not every store can hold a
 * larger number.
 */
const mostSeconds = 100 * 365 * 86_400

const readSeconds = (value: unknown): number | undefined => {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof seconds === 'number' && seconds >= 1 ? Math.floor(Math.min(seconds, mostSeconds)) : undefined
}

/** The error's code, in whichever member the vendor sends it; HubSpot's older endpoint uses `status`. */
const findErrorCode = ({ error, status }: Fields): string | undefined =>
  [error, status].find((code) => typeof code === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(code)) as string | undefined

const json = (status: number, body: unknown): Response => Response.json(body, { status })

/** A token endpoint's answer, made to fit RFC 6749, sections 5.1 and 5.2. */
export interface ReadAnswer {
  readonly response: Response
  /** The endpoint's whole answer, with its secrets; `{}`: the answer can't be read. */
  readonly fields: Fields
  /** The scopes that were granted; `null`: the answer doesn't say. */
  readonly scopes: readonly string[] | null
}

/**
 * Vendors write a list or a text with spaces or commas. An empty text has no meaning: GitHub sends it for apps with permissions.
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
  const fields = parseFields(answer)
  if (!fields) return { response: new Response(null, { status }), fields: {}, scopes: null }
  const nested = tokenAt && at(fields, tokenAt)
  const holder = typeof nested === 'object' && nested !== null ? (nested as Fields) : fields
  const { access_token, refresh_token, expires_in } = holder
  const isSuccess = status >= 200 && status < 300
  if (!isSuccess || typeof access_token !== 'string' || !isSendable(access_token)) {
    return { response: json(isSuccess ? 400 : status, { error: findErrorCode(fields) }), fields, scopes: null }
  }
  const response = json(200, {
    access_token,
    token_type: 'bearer',
    expires_in: readSeconds(expires_in),
    ...(typeof refresh_token === 'string' && refresh_token !== '' && { refresh_token }),
  })
  return { response, fields, scopes: readScopes(holder) }
}
