import { createHash } from 'node:crypto'
import { scopeOf } from '@patchbay/core/provider'
import { hashToken } from '@patchbay/core/store'
import type { Reply } from '../http/exchange.ts'
import { browserCookie } from './browser.ts'
import { type ConnectParts, clock, redirectUri } from './connect-parts.ts'
import { addressesOf, type LinkContext, type VendorOAuth } from './context.ts'
import { attemptBinding, attemptSeconds, changed, makeRandom, secondsOf } from './link.ts'

/** What is kept while the browser is at the vendor. */
export interface Sent {
  /** The link's secret, for the way back to its page. */
  readonly secret: string
  readonly state: string
  /** `null`: the vendor takes no PKCE. */
  readonly verifier: string | null
  readonly settings: Readonly<Record<string, string>>
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

const authorizeUrl = (
  parts: ConnectParts,
  context: LinkContext,
  oauth: VendorOAuth,
  { state, verifier, settings }: Sent,
): string => {
  const { declared, app, scopes } = oauth
  const url = new URL(addressesOf(parts, oauth, settings).authorizeUrl)
  const set = (name: string, value: string): void => url.searchParams.set(name, value)
  for (const [name, value] of Object.entries(declared.parameters ?? {})) set(name, value)
  set('response_type', 'code')
  set('client_id', app.client_id)
  set('redirect_uri', redirectUri(parts, context.link))
  const { scope } = scopeOf(scopes, declared.separator)
  if (scope !== undefined) set(declared.scopeParameter ?? 'scope', scope)
  set('state', state)
  if (verifier !== null) {
    set('code_challenge', challengeOf(verifier))
    set('code_challenge_method', 'S256')
  }
  return url.href
}

/**
 * Begins an attempt and sends the browser to the vendor. A later attempt of the same link ends this one. `undefined`: somebody else
 * changed the link in this moment.
 */
export const beginAtVendor = async (
  parts: ConnectParts,
  context: LinkContext,
  oauth: VendorOAuth,
  { secret, settings }: Pick<Sent, 'secret' | 'settings'>,
): Promise<Reply | undefined> => {
  const { link } = context
  const browser = makeRandom()
  const sent: Sent = { secret, settings, state: makeRandom(), verifier: oauth.declared.pkce ? makeRandom() : null }
  const attempt = {
    phase: 'sent',
    state_hash: hashToken(sent.state),
    browser_hash: hashToken(browser),
    sealed: await parts.vault.seal(JSON.stringify(sent), attemptBinding(link)),
    expires_at: secondsOf(clock(parts)) + attemptSeconds,
  } as const
  const next = changed(link, { status: 'opened', reason: null, attempt })
  if (!(await parts.store.connections.swap(link.version, next))) return undefined
  return {
    status: 303,
    body: null,
    headers: {
      location: authorizeUrl(parts, context, oauth, sent),
      'set-cookie': browserCookie(parts.baseUrl(), link, browser),
    },
  }
}
