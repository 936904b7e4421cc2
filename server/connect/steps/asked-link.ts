import { GatewayError } from '@patchbay/core/errors'
import { type ConnectLink, hashToken } from '@patchbay/core/store'
import { VaultError } from '@patchbay/core/vault'
import { isSameSecret } from '../../forms/is-same-secret.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import type { UnconfirmedAccess } from '../account/unconfirmed-access.ts'
import { openAttempt } from '../attempt.ts'
import { deriveConnectProof, isSameBrowser } from '../browser.ts'
import { type ConnectParts, readClock } from '../connect-parts.ts'
import { isHoldingState, readLinkState } from '../life/link-state.ts'
import { isLinkOver } from '../link.ts'

/** A link that holds an access, about which the person answers now. */
export interface AskedLink {
  readonly link: ConnectLink
  readonly access: UnconfirmedAccess
}

const lost = () => new GatewayError('FORBIDDEN', pageTexts.links.otherBrowser)

/** True if the form comes from the browser that was asked, by its cookie and the proof that only its page has. */
export const isAskedBrowser = (
  { baseUrl }: ConnectParts,
  { headers }: Request,
  form: ReadonlyMap<string, string>,
  link: ConnectLink,
): boolean => {
  const browserHash = link.attempt?.browser_hash
  if (browserHash === undefined || !isSameBrowser(baseUrl(), link, headers, browserHash)) return false
  return isSameSecret(form.get('proof') ?? '', hashToken(deriveConnectProof(browserHash)))
}

/** The link that the person is asked about, if this browser may answer. Throws FORBIDDEN. */
export const readAskedLink = async (
  parts: ConnectParts,
  request: Request,
  form: ReadonlyMap<string, string>,
  link: ConnectLink | undefined,
): Promise<AskedLink> => {
  if (!link?.attempt || !isHoldingState(readLinkState(link))) throw lost()
  if (isLinkOver(link.attempt, readClock(parts)) || isLinkOver(link, readClock(parts))) throw lost()
  if (!isAskedBrowser(parts, request, form, link)) throw lost()
  const access = await openAttempt<UnconfirmedAccess>(parts, link, link.attempt).catch((error) => {
    throw error instanceof VaultError ? lost() : error
  })
  return { link, access }
}
