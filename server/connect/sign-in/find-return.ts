import { GatewayError } from '@patchbay/core/errors'
import { type ConnectAttempt, type ConnectLink, hashToken } from '@patchbay/core/store'
import type { Exchange } from '../../http/exchange.ts'
import { isSameBrowser, listBrowserLinks } from '../browser.ts'
import { type ConnectParts, readClock } from '../connect-parts.ts'
import { readLinkState } from '../life/link-state.ts'
import { isLinkOver } from '../link.ts'

export const refuseReturn = (message: string): GatewayError => new GatewayError('FORBIDDEN', message)

export const unknownReturn = () => refuseReturn('This sign-in is not known, or was used before. Open the link again.')

/** A link with the attempt from which the browser comes back. */
export interface ReturningLink {
  readonly link: ConnectLink
  readonly attempt: ConnectAttempt
}

/** The link of a state. Throws FORBIDDEN for a state that is unknown, too old, another provider's or another browser's. */
export const findReturn = async (parts: ConnectParts, exchange: Exchange, state: string): Promise<ReturningLink> => {
  const { request, params } = exchange
  const link = await parts.store.connections.findByState(hashToken(state))
  const attempt = link?.attempt
  if (!link || !attempt) throw unknownReturn()
  exchange.hasKnownSecret = true
  // The vendor of one provider must not answer for another (RFC 9700, section 4.4.2).
  if (link.provider !== params.provider)
    throw refuseReturn('This sign-in was started at another provider. Open the link again.')
  if (!isSameBrowser(parts.baseUrl(), link, request.headers, attempt.browser_hash)) {
    if (attempt.phase !== 'sent') throw unknownReturn()
    throw refuseReturn('This sign-in was started in another browser. Open the link again in this one.')
  }
  const isOver = isLinkOver(attempt, readClock(parts)) || isLinkOver(link, readClock(parts))
  if (isOver && readLinkState(link) !== 'connected')
    throw refuseReturn('This sign-in took too long. Open the link again.')
  return { link, attempt }
}

/** The one open sign-in of this browser at a provider. Throws FORBIDDEN for none or several. */
export const findOpenSignIn = async (parts: ConnectParts, { request, params }: Exchange): Promise<ReturningLink> => {
  const now = readClock(parts)
  const returning: ReturningLink[] = []
  for (const connectId of listBrowserLinks(request.headers)) {
    const link = await parts.store.connections.get(connectId)
    const attempt = link?.attempt
    if (!link || attempt?.phase !== 'sent' || link.provider !== params.provider) continue
    if (isLinkOver(attempt, now) || isLinkOver(link, now)) continue
    if (isSameBrowser(parts.baseUrl(), link, request.headers, attempt.browser_hash)) returning.push({ link, attempt })
  }
  const [open] = returning
  if (!open || returning.length > 1) throw unknownReturn()
  return open
}
