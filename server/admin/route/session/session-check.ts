import { GatewayError } from '@patchbay/core/errors'
import type { MaybePromise } from '@patchbay/core/maybe-promise'
import { hashToken, type SessionRecord, type Store } from '@patchbay/core/store'
import { secondsOf, shiftTime, type UnixSeconds } from '@patchbay/core/time'
import { hostCookie } from '../../../http/host-cookie.ts'
import type { AdminCaller } from './caller.ts'

/** Lifetimes of a session, in seconds. */
const idleSeconds = 15 * 60
const lifeSeconds = 8 * 3600
export const confirmedSeconds = 5 * 60
/** The precision with which the store knows the last use: a write for each request would be too many. */
const useSeconds = 60

/** `SameSite=Strict`: no link, form or script of another site carries it. */
export const sessionCookie = hostCookie('patchbay', lifeSeconds, 'Strict')

/** The header that scripts of the console send beside the cookie; other sites can neither read it nor guess it. */
export const sessionTokenHeader = 'x-session-token'
export const deriveSessionToken = (secret: string): string => hashToken(`session token of ${secret}`)

export const newSession = (
  secret: string,
  person: Pick<SessionRecord, 'person_id' | 'name' | 'role' | 'key_hash'>,
  now: Date,
  confirmedAt = secondsOf(now),
): SessionRecord => {
  const at = secondsOf(now)
  return {
    hash: hashToken(secret),
    ...person,
    confirmed_at: confirmedAt,
    used_at: at,
    expires_at: shiftTime(at, lifeSeconds),
  }
}

/** The time until which the person isn't asked for the key, or sent to the identity provider, again. */
export const confirmedUntil = ({ confirmed_at }: SessionRecord): UnixSeconds =>
  shiftTime(confirmed_at, confirmedSeconds)

/** A request that a browser sends with the cookie of the console. */
interface SessionRequest {
  readonly method: string
  readonly headers: Headers
}

/** Refuses what another site made the browser send (https://www.w3.org/TR/fetch-metadata/, section 2.2). */
const checkOrigin = ({ method, headers }: SessionRequest, secret: string): void => {
  if (headers.get('sec-fetch-site') !== 'same-origin')
    throw new GatewayError('FORBIDDEN', 'A session works only from the console', {
      details: [{ path: '', header: 'x-admin-key', message: 'programs send the header x-admin-key' }],
    })
  const isSafe = method === 'GET' || method === 'HEAD'
  // Both are 64 characters of a hash, so a comparison tells nothing by its time.
  if (!isSafe && hashToken(headers.get(sessionTokenHeader) ?? '') !== hashToken(deriveSessionToken(secret)))
    throw new GatewayError('FORBIDDEN', `The header ${sessionTokenHeader} is missing or wrong; load the console again`)
}

type SessionEnd = 'idle' | 'lifetime' | 'key' | 'signed-out'

/** The console says why to the person, who may come back to a page that was open for hours. */
const sessionEnded = (reason: SessionEnd): GatewayError =>
  new GatewayError('AUTH_FAILED', 'The session has ended; sign in again', {
    headers: { 'www-authenticate': `Session error="session_ended", reason="${reason}"` },
  })

/** Throws AUTH_FAILED for a session that isn't there or is too old. */
const checkAge = (session: SessionRecord | undefined, at: UnixSeconds): SessionRecord => {
  if (!session) throw sessionEnded('signed-out')
  if (session.expires_at <= at) throw sessionEnded('lifetime')
  if (session.used_at + idleSeconds <= at) throw sessionEnded('idle')
  return session
}

/**
 * Finds the caller by the console's cookie. `undefined`: the request has none. Throws AUTH_FAILED for a session that has ended,
 * and FORBIDDEN for a request that the console didn't send. `callerOfKey` finds who has the key that the session began with.
 * `isOidcOn`: whether sessions may have begun at an identity provider; without one they have ended.
 */
export const createSessionCheck = (
  sessions: Store['sessions'],
  consoleUrl: (headers: Headers) => string,
  callerOfKey: (hash: string) => Promise<AdminCaller | undefined>,
  isOidcOn: boolean,
) => {
  const findSessionCaller = (session: SessionRecord): MaybePromise<AdminCaller | undefined> => {
    const { key_hash, person_id, name, role } = session
    if (key_hash !== null) return callerOfKey(key_hash)
    return isOidcOn ? { keyId: person_id, name, role, linker: null, keyHash: null } : undefined
  }

  return async (request: SessionRequest, now: Date): Promise<AdminCaller | undefined> => {
    const secret = sessionCookie.read(consoleUrl(request.headers), request.headers)
    if (secret === undefined) return undefined
    checkOrigin(request, secret)
    const at = secondsOf(now)
    const session = checkAge(await sessions.find(hashToken(secret)), at)
    const caller = await findSessionCaller(session)
    if (!caller) throw sessionEnded('key')
    if (session.used_at + useSeconds <= at) await sessions.use(session.hash, at)
    return { ...caller, session: { ...session, secret } }
  }
}

/** Throws AUTH_FAILED when the person signed in too long ago for what they ask; the header is that of RFC 9470. */
export const checkConfirmed = ({ session, keyHash }: AdminCaller, now: Date): void => {
  if (!session || secondsOf(now) < confirmedUntil(session)) return
  const needed = keyHash === null ? 'you to sign in again at your identity provider' : 'your admin key again'
  throw new GatewayError('AUTH_FAILED', `This needs ${needed}, as you signed in over 5 minutes ago`, {
    headers: {
      'www-authenticate': `Session error="insufficient_user_authentication", max_age="${confirmedSeconds}"`,
    },
  })
}
