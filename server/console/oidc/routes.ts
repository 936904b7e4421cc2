import { GatewayError } from '@patchbay/core/errors'
import { hashToken } from '@patchbay/core/store'
import { sessionCookie } from '../../admin/route/session/session-check.ts'
import type { OidcClient } from '../../configuration/oidc.ts'
import { redirect } from '../../forms/redirect.ts'
import type { Exchange, HttpRoute, Reply } from '../../http/exchange.ts'
import { attemptCookie, newAttempt, readAttempt } from './attempt.ts'
import { createIdentityProvider } from './identity-provider.ts'
import { type SignInProblem, SignInRefusal } from './refusal.ts'
import { createSignIn, type OidcParts, recordSignIn } from './sign-in.ts'

const firstScreen = '/console'
const beginPath = '/console/oidc'
const callbackPath = '/console/oidc/callback'
/** The page of a window that was opened to sign in again. */
const doneInWindow = '/console/signed-in'

/** A base for parsing paths; no request goes there. */
const nowhere = 'http://console.invalid'
/** The longest path that fits the cookie. */
const longestPath = 1000

/** A path of the console, or its first screen: a sign-in never leads elsewhere. */
const pathWithin = (path: string | null): string => {
  const url = URL.parse(path ?? '', nowhere)
  if (url?.origin !== nowhere || !/^\/console(\/|$)/.test(url.pathname)) return firstScreen
  const within = `${url.pathname}${url.search}`
  return within.length > longestPath ? firstScreen : within
}

const withProblem = (path: string, problem: string): string => {
  const url = new URL(path, nowhere)
  url.searchParams.set('problem', problem)
  return `${url.pathname}${url.search}`
}

/**
 * Audits a refusal; resolves to what the person learns of it. Only an answer that can't be trusted, with the right state, is counted: a web page
 * can have its visitors' browsers come back without a sign-in, or with another state, as often as it likes.
 */
const recordProblem = async (parts: OidcParts, exchange: Exchange, thrown: unknown): Promise<SignInProblem> => {
  if (thrown instanceof GatewayError && thrown.code === 'RATE_LIMITED') return 'busy'
  if (!(thrown instanceof SignInRefusal)) throw thrown
  const { auditLog, limits } = parts
  const { problem, message, person } = thrown
  const { ip } = exchange
  if (person) await recordSignIn(auditLog, exchange, person, message)
  else auditLog.refused({ ip, source: 'admin', code: 'AUTH_FAILED', status: 401, reason: message })
  if (problem !== 'invalid') return problem
  try {
    await limits.failed('sign-in', ip)
    return problem
  } catch (error) {
    return recordProblem(parts, exchange, error)
  }
}

/** Sign-in to the console by OpenID Connect: the way to the provider and the way back. */
export const oidcRoutes = (parts: OidcParts, oidc: OidcClient): readonly HttpRoute[] => {
  const { vault, consoleUrl, now = () => new Date() } = parts
  const provider = createIdentityProvider(parts.fetcher, oidc)
  const signIn = createSignIn(parts, oidc, provider)

  const begin = async (exchange: Exchange): Promise<Reply> => {
    const { headers, url } = exchange.request
    // Another site may send people to the console, but not through a sign-in.
    if (headers.get('sec-fetch-site') !== 'same-origin') return redirect(firstScreen)
    const query = new URL(url).searchParams
    const isRenewal = query.has('renew')
    const returnTo = isRenewal ? doneInWindow : pathWithin(query.get('to'))
    try {
      const base = consoleUrl(headers)
      const session = sessionCookie.read(base, headers)
      const previous = session === undefined ? null : hashToken(session)
      const attempt = newAttempt({ redirectUri: `${base}${callbackPath}`, returnTo, isRenewal, previous }, now())
      return redirect(await provider.authorizationUrl(attempt), await attemptCookie(vault, base, attempt))
    } catch (thrown) {
      return redirect(withProblem(returnTo, await recordProblem(parts, exchange, thrown)))
    }
  }

  const comeBack = async (exchange: Exchange): Promise<Reply> => {
    const { headers } = exchange.request
    // An image or a frame of another site is not a person who comes back.
    if ((headers.get('sec-fetch-dest') ?? 'document') !== 'document') return redirect(firstScreen)
    const base = consoleUrl(headers)
    let returnTo = firstScreen
    try {
      const attempt = await readAttempt(vault, base, headers, now())
      returnTo = attempt.returnTo
      return redirect(returnTo, sessionCookie.header(base, await signIn(exchange, attempt)))
    } catch (thrown) {
      return redirect(withProblem(returnTo, await recordProblem(parts, exchange, thrown)))
    }
  }

  return [
    { method: 'GET', path: beginPath, handle: begin },
    { method: 'GET', path: callbackPath, handle: comeBack },
  ]
}
