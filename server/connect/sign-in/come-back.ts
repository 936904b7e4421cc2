import type { ConnectAttempt, ConnectLink } from '@patchbay/core/store'
import { VaultError } from '@patchbay/core/vault'
import type { Exchange, Reply } from '../../http/exchange.ts'
import type { AccountCandidate } from '../account/candidate.ts'
import { UnfitForm } from '../account/fields.ts'
import { openAttempt } from '../attempt.ts'
import type { ConnectParts } from '../connect-parts.ts'
import { findOAuthUrls, findVendorOAuth, type LinkContext, loadLinkContext, type VendorOAuth } from '../context.ts'
import { moveLink } from '../move-link.ts'
import { askForChoice, askForConfirmation } from '../outcomes/ask.ts'
import { failAttempt, tellFailure } from '../outcomes/fail-attempt.ts'
import type { Sent } from './begin.ts'
import { type Exchanged, exchangeCode } from './exchange.ts'
import { findOpenSignIn, findReturn, type ReturningLink, refuseReturn, unknownReturn } from './find-return.ts'
import { isExpectedIssuer } from './issuer.ts'
import { showAgain } from './show-again.ts'
import { describeVendorError, explainVendorError, readVendorWords, type VendorWords } from './vendor-words.ts'

/** The vendor's answer to the query that the browser brings back. Rejects with VaultError and UnfitForm. */
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
  const words = readVendorWords(query)
  if (words) return { error: explainVendorError(words, title) }
  if (!query.get('code')) return { error: `${title} sent no code` }
  return await exchangeCode(parts, context, oauth, sent, query)
}

/**
 * The browser comes back with an error and without a state, as some vendors send it. It is shown for the sign-in that is open here, and
 * ends nothing: anybody can make such an address. So the page doesn't have the words of its description.
 */
const showStatelessError = async (parts: ConnectParts, from: Exchange, words: VendorWords): Promise<Reply> => {
  const { link, attempt } = await findOpenSignIn(parts, from)
  const { secret } = await openSent(parts, link, attempt)
  const { title } = (await loadLinkContext(parts, link)).domain.provider
  const { ip, requestId } = from
  const reason = explainVendorError(words, title)
  return tellFailure(parts, link, { reason, shown: describeVendorError(words, title), secret, ip, requestId })
}

const openSent = (parts: ConnectParts, link: ConnectLink, attempt: ConnectAttempt): Promise<Sent> =>
  openAttempt<Sent>(parts, link, attempt).catch((error) => {
    throw error instanceof VaultError
      ? refuseReturn('This sign-in can not be read any more. Open the link again.')
      : error
  })

/** Asks who was connected, with what the vendor gives for the code. */
const goOnFromVendor = async (
  parts: ConnectParts,
  from: Exchange,
  { link, attempt }: ReturningLink,
  sent: Sent,
  query: URLSearchParams,
): Promise<Reply> => {
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

/** The browser comes back from the vendor. Nothing is stored until the person has confirmed who was connected. */
export const finishSignIn = async (parts: ConnectParts, from: Exchange, query: URLSearchParams): Promise<Reply> => {
  const state = query.get('state') ?? ''
  const words = readVendorWords(query)
  if (state === '' && words && !query.has('code')) return showStatelessError(parts, from, words)
  const { link, attempt } = await findReturn(parts, from, state)
  if (attempt.phase !== 'sent') return showAgain(parts, link)
  const moved = await moveLink(parts, link, { kind: 'return' })
  if (!moved) {
    // Another callback of this sign-in came first.
    const first = await parts.store.connections.get(link.connect_id)
    if (first?.attempt?.state_hash === attempt.state_hash) return showAgain(parts, first)
    throw unknownReturn()
  }
  return goOnFromVendor(parts, from, { link: moved.link, attempt }, await openSent(parts, link, attempt), query)
}
