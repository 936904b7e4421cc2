import { randomBytes } from 'node:crypto'
import type { AdmissionLimits } from '@patchbay/core/admission'
import type { AuditLog } from '@patchbay/core/audit'
import { elapsedMs } from '@patchbay/core/elapsed-ms'
import type { Fetcher } from '@patchbay/core/fetch'
import type { Store } from '@patchbay/core/store'
import { asUnixSeconds, earliest, secondsOf, type UnixSeconds } from '@patchbay/core/time'
import type { Vault } from '@patchbay/core/vault'
import { confirmedSeconds, newSession } from '../../admin/route/session/session-check.ts'
import type { OidcClient } from '../../configuration/oidc.ts'
import type { Exchange } from '../../http/exchange.ts'
import { type Attempt, useAttempt } from './attempt.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { readSignedInPerson, type SignedInPerson } from './person.ts'
import { SignInRefusal } from './refusal.ts'

export interface OidcParts {
  readonly store: Pick<Store, 'sessions' | 'usedAssertions'>
  readonly vault: Vault
  readonly fetcher: Fetcher
  readonly limits: AdmissionLimits
  readonly auditLog: AuditLog
  /** The URL under which a request reaches the console. */
  readonly consoleUrl: (headers: Headers) => string
  readonly now?: () => Date
}

/** The entry of a person who has signed in, or of a refusal. It shows which person a `token_id` stands for. */
export const recordSignIn = (
  auditLog: AuditLog,
  { ip, requestId, startedAt }: Exchange,
  { id, name, subject }: SignedInPerson,
  refusal?: string,
): Promise<void> =>
  auditLog.record({
    key: `session/${name === subject ? name : `${name} (${subject})`}`,
    action: 'sign_in',
    source: 'admin',
    token_id: id,
    actor: name,
    ip,
    request_id: requestId,
    ...(refusal === undefined ? { status: 303 } : { code: 'FORBIDDEN', status: 403, reason: refusal }),
    duration_ms: elapsedMs(startedAt),
  })

const checkState = (callback: URLSearchParams, { state }: Attempt): void => {
  if (callback.get('state') === state) return
  throw new SignInRefusal('expired', 'The state does not belong to the sign-in that this browser started last')
}

/** The person's last sign-in at the provider; 0, so long ago, if the provider doesn't say. */
const signedInAt = ({ signedInAt: at }: SignedInPerson, now: Date): UnixSeconds =>
  at === undefined ? asUnixSeconds(0) : earliest([at, secondsOf(now)])

/** Checks the provider's answer, which the browser brings, and makes a session. Resolves to the session's secret. Throws SignInRefusal. */
export const createSignIn = (
  { store, limits, auditLog, now = () => new Date() }: OidcParts,
  oidc: OidcClient,
  provider: IdentityProvider,
) => {
  return async (exchange: Exchange, attempt: Attempt): Promise<string> => {
    const callback = new URL(exchange.request.url).searchParams
    // `claimsFor` checks the state again. Checked before too, so that a link with another state doesn't use up the attempt.
    checkState(callback, attempt)
    await limits.attempt('sign-in', exchange.ip, '')
    await useAttempt(store.usedAssertions, attempt, now())
    const person = readSignedInPerson(await provider.claimsFor(attempt, callback), oidc)
    auditLog.assertWritable()
    const { id, name, role } = person
    if (role === undefined)
      throw new SignInRefusal('no-role', 'OIDC_ROLES maps no value of the ID token to a role', {}, person)
    const confirmedAt = signedInAt(person, now())
    if (attempt.isRenewal && confirmedAt + confirmedSeconds <= secondsOf(now()))
      throw new SignInRefusal(
        'not-fresh',
        'The ID token does not show a sign-in (auth_time) in the last 5 minutes',
        {},
        person,
      )
    const secret = randomBytes(32).toString('base64url')
    await store.sessions.create(newSession(secret, { person_id: id, name, role, key_hash: null }, now(), confirmedAt))
    if (attempt.previous !== null) await store.sessions.end(attempt.previous)
    await recordSignIn(auditLog, exchange, person)
    return secret
  }
}
