import { randomBytes } from 'node:crypto'
import { hashToken, type NewTokens, type PresentedRefreshToken } from '@patchbay/core/store'
import { secondsOf, shiftTime } from '@patchbay/core/time'

/** Access tokens live for 90 days, and an unused refresh token twice as long. */
const accessSeconds = 90 * 24 * 3600
const refreshSeconds = 180 * 24 * 3600

const random = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** Makes a code or a client secret. The prefix shows people, and scanners for leaked secrets, its kind. */
export const makeSecret = (kind: 'code' | 'secret'): string => `pb_${kind}_${random(32)}`

/** The part that all refresh tokens of a grant share. It shows to which grant an old token belonged (RFC 9700, section 4.14.2). */
export const makeFamily = (): string => random(16)

const refreshToken = /^pb_refresh_([A-Za-z0-9_-]{22})\.[A-Za-z0-9_-]{43}$/

/** The family of a refresh token; `undefined` when the text is not a refresh token. */
export const parseTokenFamily = (token: string): string | undefined => refreshToken.exec(token)?.[1]

/** The hashes under which the store knows a refresh token of the family. */
export const hashRefreshToken = (token: string, family: string): PresentedRefreshToken => ({
  family: hashToken(family),
  hash: hashToken(token),
})

/** The token endpoint's answer (RFC 6749, section 5.1). */
export interface TokenResponse {
  readonly access_token: string
  readonly token_type: 'Bearer'
  /** Seconds. */
  readonly expires_in: number
  /** Unset if the identity provider decides each time. */
  readonly refresh_token?: string
}

/** A new access token: the answer to the client, and the record for the store. */
export const makeAccessToken = (
  now: Date,
  lifeSeconds: number,
  scope: string | null = null,
): { readonly answer: TokenResponse; readonly record: NewTokens['access'] } => {
  const token = `pb_access_${random(32)}`
  return {
    answer: { access_token: token, token_type: 'Bearer', expires_in: lifeSeconds },
    record: { hash: hashToken(token), expires_at: shiftTime(secondsOf(now), lifeSeconds), scope },
  }
}

/** A new pair of tokens: the answer to the client, and what the store keeps of it. `scope`: the access token's own, if it has one. */
export const makeTokens = (
  family: string,
  now: Date,
  scope: string | null = null,
): { readonly answer: TokenResponse; readonly records: NewTokens } => {
  const { answer, record } = makeAccessToken(now, accessSeconds, scope)
  const refresh = `pb_refresh_${family}.${random(32)}`
  const expires_at = shiftTime(secondsOf(now), refreshSeconds)
  return {
    answer: { ...answer, refresh_token: refresh },
    records: { access: record, refresh: { hash: hashToken(refresh), expires_at } },
  }
}
