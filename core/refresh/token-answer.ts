import type { FetchAnswer } from '../fetch/index.ts'

/** One line of Latin-1, because the access token is sent in a header (RFC 9110, section 5.5). */
const isSendable = (token: string): boolean => token.length <= 16_384 && /^[!-~\u00a1-\u00ff]+$/.test(token)

const fieldsOf = ({ headers, bytes }: FetchAnswer): Readonly<Record<string, unknown>> | undefined => {
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

const secondsOf = (value: unknown): number | undefined => {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof seconds === 'number' && seconds >= 1 ? Math.floor(Math.min(seconds, mostSeconds)) : undefined
}

/** The error's code, in whichever member the vendor sends it; HubSpot's older endpoint uses `status`. */
const codeOf = ({ error, status }: Readonly<Record<string, unknown>>): string | undefined =>
  [error, status].find((code) => typeof code === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(code)) as string | undefined

const json = (status: number, body: unknown): Response => Response.json(body, { status })

/**
 * Reads a token endpoint's answer (RFC 6749, sections 5.1 and 5.2). An answer with a token is accepted whatever its
 * other members hold, like an id token of an unknown issuer, `"token_type": "bot"` or a strange `expires_in`, because
 * the old refresh token may already be invalid. An error sent with 200 (GitHub, Slack) becomes a 400.
 */
export const conformingAnswer = (answer: FetchAnswer): Response => {
  const { status } = answer
  const fields = fieldsOf(answer)
  if (!fields) return new Response(null, { status })
  const { access_token, refresh_token, expires_in } = fields
  const isSuccess = status >= 200 && status < 300
  if (isSuccess && typeof access_token === 'string' && isSendable(access_token)) {
    return json(200, {
      access_token,
      token_type: 'bearer',
      expires_in: secondsOf(expires_in),
      ...(typeof refresh_token === 'string' && refresh_token !== '' && { refresh_token }),
    })
  }
  return json(isSuccess ? 400 : status, { error: codeOf(fields) })
}
