import { randomBytes } from 'node:crypto'
import { hashToken, type Store } from '@patchbay/core/store'
import { secondsOf, shiftTime, type UnixSeconds } from '@patchbay/core/time'
import { type Vault, VaultError } from '@patchbay/core/vault'
import { hostCookie } from '../../http/host-cookie.ts'
import { SignInRefusal } from './refusal.ts'

/** The state that the gateway keeps while the browser is at the identity provider. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  /** The PKCE verifier (RFC 7636). */
  readonly verifier: string
  readonly redirectUri: string
  /** A path of the console. */
  readonly returnTo: string
  /** True if it renews a sign-in that is too old for the act that the person wants. */
  readonly isRenewal: boolean
  /** The hash of the session that the browser had; it ends when the new one begins. */
  readonly previous: string | null
  readonly expires_at: UnixSeconds
}

const attemptSeconds = 600

/**
 * The browser keeps its attempt, sealed, so that any gateway can go on with it and no stranger can fill the store. `Lax`: the
 * provider sends the browser back, and no other site's form carries it. A later attempt replaces this one.
 */
const cookie = hostCookie('patchbay-sign-in', attemptSeconds)

const binding = { tenant: '', provider: '', account: '', field: 'console sign-in' }

const random = (): string => randomBytes(32).toString('base64url')

export const newAttempt = (
  about: Pick<Attempt, 'redirectUri' | 'returnTo' | 'isRenewal' | 'previous'>,
  now: Date,
): Attempt => ({
  ...about,
  state: random(),
  nonce: random(),
  verifier: random(),
  expires_at: shiftTime(secondsOf(now), attemptSeconds),
})

export const attemptCookie = async (vault: Vault, url: string, attempt: Attempt): Promise<string> =>
  cookie.header(url, await vault.seal(JSON.stringify(attempt), binding))

/** The attempt that this browser began. Throws SignInRefusal if there is none or its time is over. */
export const readAttempt = async (vault: Vault, url: string, headers: Headers, now: Date): Promise<Attempt> => {
  const sealed = cookie.read(url, headers)
  if (sealed === undefined) throw new SignInRefusal('expired', 'This browser has not started a sign-in')
  try {
    const attempt: Attempt = JSON.parse(await vault.open(sealed, binding))
    if (attempt.expires_at > secondsOf(now)) return attempt
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    throw new SignInRefusal('expired', 'The cookie of the sign-in is not one of this gateway', { cause: error })
  }
  throw new SignInRefusal('expired', 'The sign-in took more than 10 minutes')
}

/** Throws SignInRefusal if the attempt was used before, at any gateway. */
export const useAttempt = async (
  used: Store['usedAssertions'],
  { state, expires_at }: Attempt,
  now: Date,
): Promise<void> => {
  if (await used.use({ hash: hashToken(`console sign-in ${state}`), expires_at }, now)) return
  throw new SignInRefusal('expired', 'The answer of the identity provider was used before')
}
