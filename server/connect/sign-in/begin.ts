import { createHash } from 'node:crypto'
import { toScopeParameter } from '@patchbay/core/provider'
import { hashToken } from '@patchbay/core/store'
import type { Reply } from '../../http/exchange.ts'
import { sealAttempt } from '../attempt.ts'
import { type ConnectParts, redirectUri } from '../connect-parts.ts'
import { findOAuthUrls, type LinkContext, type VendorOAuth } from '../context.ts'
import { makeRandom } from '../link.ts'
import { goOn } from '../outcomes/go-on.ts'

/** The content of an attempt while the browser is at the vendor. */
export interface Sent {
  /** The link's secret, for the way back to its page. */
  readonly secret: string
  readonly state: string
  /** `null`: the vendor takes no PKCE. */
  readonly verifier: string | null
  readonly settings: Readonly<Record<string, string>>
}

const deriveCodeChallenge = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

const authorizeUrl = (
  parts: ConnectParts,
  context: LinkContext,
  oauth: VendorOAuth,
  { state, verifier, settings }: Sent,
): string => {
  const { declared, app, scopes } = oauth
  const url = new URL(findOAuthUrls(parts, oauth, settings).authorizeUrl)
  const set = (name: string, value: string): void => url.searchParams.set(name, value)
  for (const [name, value] of Object.entries(declared.parameters ?? {})) set(name, value)
  set('response_type', 'code')
  set('client_id', app.client_id)
  set('redirect_uri', redirectUri(parts, context.link))
  const { scope } = toScopeParameter(scopes, declared.separator)
  if (scope !== undefined) set(declared.scopeParameter ?? 'scope', scope)
  if (declared.resource !== undefined) set('resource', declared.resource)
  set('state', state)
  if (verifier !== null) {
    set('code_challenge', deriveCodeChallenge(verifier))
    set('code_challenge_method', 'S256')
  }
  return url.href
}

/** Sends the browser to the vendor. A later attempt of the same link ends this one. */
export const beginAtVendor = async (
  parts: ConnectParts,
  context: LinkContext,
  oauth: VendorOAuth,
  { secret, settings }: Pick<Sent, 'secret' | 'settings'>,
): Promise<Reply> => {
  const browser = makeRandom()
  const sent: Sent = { secret, settings, state: makeRandom(), verifier: oauth.declared.pkce ? makeRandom() : null }
  const attempt = await sealAttempt(parts, context.link, {
    phase: 'sent',
    state_hash: hashToken(sent.state),
    browser_hash: hashToken(browser),
    content: sent,
  })
  const url = authorizeUrl(parts, context, oauth, sent)
  return goOn(parts, context, secret, { kind: 'leave', attempt, url, browser })
}
