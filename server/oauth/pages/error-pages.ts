import type { RequestError } from '../../forms/request-error.ts'
import type { Reply } from '../../http/exchange.ts'
import { html } from '../../pages/html.ts'
import { type Brand, pageReply } from '../../pages/page.ts'
import type { AuthorizationClient } from '../protocol/authorization-request.ts'
import { aboutClient, renderWarning, shortName } from './about-client.ts'

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
    title: `${name} can not be connected`,
    content: html`<h1><bdi>${name}</bdi> can’t be connected</h1>
<p class="wrong" role="alert">The application’s request contains a mistake. ${message}.</p>
${aboutClient(authorizationClient)}
${renderWarning(authorizationClient)}
<p><a href="${wayBack}">Go back to the application</a>. This reports the mistake to it.</p>
<p class="quiet">Error: ${code}. Nothing was shared with the application.</p>`,
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
    title: 'This application can not be connected',
    headers,
    content: html`<h1>This application can’t be connected</h1>
<p class="wrong" role="alert">${message}.</p>
<p>Start again in the application. If you see this page again, remove the connection in the application and then add it again.</p>
<p class="quiet">Error: ${code}. Nothing was shared with the application.</p>`,
  })
