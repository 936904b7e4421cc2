import type { RequestError } from '../../forms/request-error.ts'
import type { Reply } from '../../http/exchange.ts'
import type { Brand } from '../../pages/brand.ts'
import { html } from '../../pages/html.ts'
import { pageReply } from '../../pages/page.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import { nameMark } from '../../pages/provider-mark.ts'
import type { AuthorizationClient } from '../protocol/authorization-request.ts'
import { aboutClient, renderWarning, shortName } from './about-client.ts'

const t = pageTexts.consent

/** Shows a user what is wrong with the request of a known client. The browser returns to the client only by the user's click. */
export const faultyRequestPage = (
  brand: Brand,
  authorizationClient: AuthorizationClient,
  { code, message, status }: RequestError,
  wayBack: string,
): Reply => {
  const name = shortName(authorizationClient.client.client_name)
  return pageReply({
    brand,
    status,
    title: t.faultyTitle(name),
    mark: nameMark(name),
    content: html`<h1>${t.faultyHeading(name)}</h1>
<p class="wrong" role="alert">${t.mistake(message)}</p>
${aboutClient(authorizationClient)}
${renderWarning(authorizationClient)}
<p>${t.wayBack(wayBack)}</p>
<p class="quiet">${t.nothingShared(code)}</p>`,
  })
}

/** Shows a user why the request can't be handled. The browser is not sent anywhere. */
export const cannotAskPage = (
  brand: Brand,
  { status, code, message }: { readonly status: number; readonly code: string; readonly message: string },
  headers = {},
): Reply =>
  pageReply({
    brand,
    status,
    title: t.cannotTitle,
    headers,
    content: html`<h1>${t.cannotHeading}</h1>
<p class="wrong" role="alert">${message}.</p>
<p>${t.startAgain}</p>
<p class="quiet">${t.nothingShared(code)}</p>`,
  })
