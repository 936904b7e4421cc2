import { GatewayError } from '@patchbay/core/errors'
import { type ConnectAttempt, type ConnectLink, hashToken } from '@patchbay/core/store'
import { VaultError } from '@patchbay/core/vault'
import type { Exchange, Reply } from '../../http/exchange.ts'
import type { AccountCandidate } from '../account/candidate.ts'
import { UnfitForm } from '../account/fields.ts'
import { openAttempt } from '../attempt.ts'
import { isSameBrowser } from '../browser.ts'
import { type ConnectParts, readClock } from '../connect-parts.ts'
import { findOAuthUrls, findVendorOAuth, type LinkContext, loadLinkContext, type VendorOAuth } from '../context.ts'
import { isExpectedIssuer } from '../issuer.ts'
import { isLinkOver } from '../link.ts'
import { moveLink } from '../move-link.ts'
import { askForChoice, askForConfirmation } from './ask.ts'
import type { Sent } from './begin.ts'
import { type Exchanged, exchangeCode } from './exchange.ts'
import { failAttempt } from './fail-attempt.ts'

const refused = (message: string): GatewayError => new GatewayError('FORBIDDEN', message)

/** An attempt whose state came back in the browser that began it. Its state is worth nothing from now on. */
interface Returned {
  readonly link: ConnectLink
  readonly attempt: ConnectAttempt
  readonly sent: Sent
}

/** Throws FORBIDDEN for a state that is unknown, used, too old, another provider's or another browser's. */
const takeBack = async (parts: ConnectParts, exchange: Exchange, query: URLSearchParams): Promise<Returned> => {
  const { store, baseUrl } = parts
  const { request, params } = exchange
  const link = await store.connections.findByState(hashToken(query.get('state') ?? ''))
  const attempt = link?.attempt
  if (!link || attempt?.phase !== 'sent')
    throw refused('This sign-in is not known, or was used before. Open the link again.')
  exchange.hasKnownSecret = true
  // The vendor of one provider must not answer for another (RFC 9700, section 4.4.2).
  if (link.provider !== params.provider)
    throw refused('This sign-in was started at another provider. Open the link again.')
  if (!isSameBrowser(baseUrl(), link, request.headers, attempt.browser_hash)) {
    throw refused('This sign-in was started in another browser. Open the link again in this one.')
  }
  if (isLinkOver(attempt, readClock(parts)) || isLinkOver(link, readClock(parts)))
    throw refused('This sign-in took too long. Open the link again.')
  const moved = await moveLink(parts, link, { kind: 'return' })
  if (!moved) throw refused('This sign-in was used before. Open the link again.')
  return { link: moved.link, attempt, sent: await openAttempt<Sent>(parts, link, attempt) }
}

const describeVendorError = (query: URLSearchParams, title: string): string => {
  const code = query.get('error') ?? ''
  if (code === 'access_denied') return `The access was not allowed at ${title}`
  return `${title} answered with the error ${/^[\x21-\x7e]{1,64}$/.test(code) ? code : 'of an unknown kind'}`
}

/** The vendor's answer for the query with which the browser comes back. Rejects with VaultError and UnfitForm. */
const obtainCandidate = async (
  parts: ConnectParts,
  context: LinkContext,
  oauth: VendorOAuth,
  sent: Sent,
  query: URLSearchParams,
): Promise<Exchanged> => {
  const { title } = context.domain.provider
  const { authorizeUrl } = findOAuthUrls(parts, oauth, sent.settings)
  if (!isExpectedIssuer(query.get('iss'), oauth, authorizeUrl, sent.settings))
    return { error: 'The answer came from another sign-in service than the one you were sent to' }
  if (query.has('error')) return { error: describeVendorError(query, title) }
  if (!query.get('code')) return { error: `${title} sent no code` }
  return await exchangeCode(parts, context, oauth, sent, query)
}

/** The browser comes back from the vendor. Nothing is stored until the person has confirmed who was connected. */
export const finishSignIn = async (parts: ConnectParts, from: Exchange, query: URLSearchParams): Promise<Reply> => {
  const { link, attempt, sent } = await takeBack(parts, from, query).catch((error) => {
    throw error instanceof VaultError ? refused('This sign-in can not be read any more. Open the link again.') : error
  })
  const context = await loadLinkContext(parts, link)
  const { title } = context.domain.provider
  const { ip, requestId } = from
  const end = (reason: string, candidate?: AccountCandidate) =>
    failAttempt(parts, link, { reason, secret: sent.secret, ip, requestId, candidate })
  const oauth = await findVendorOAuth(parts, context)
  if (!oauth) return end(`${title} no longer takes sign-ins`)
  const candidate = await obtainCandidate(parts, context, oauth, sent, query).catch((error): Exchanged => {
    if (error instanceof VaultError) return { error: 'The secret of the application can not be read' }
    if (error instanceof UnfitForm) return { error: error.message }
    throw error
  })
  if ('error' in candidate) return end(candidate.error, candidate.unwanted)
  const pending = { candidate, secret: sent.secret }
  return candidate.choices
    ? askForChoice(parts, context, attempt.browser_hash, pending)
    : askForConfirmation(parts, context, attempt.browser_hash, pending, { ip, requestId })
}
