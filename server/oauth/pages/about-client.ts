import { type Html, html } from '../../pages/html.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import { renderRow } from '../../pages/row.ts'
import type { AuthorizationClient } from '../protocol/authorization-request.ts'
import { describeRedirectTarget } from '../protocol/redirect-uri.ts'

/** More letters would make a heading of half a phone; the page shows the whole name below it. */
const longestInHeading = 40

const t = pageTexts.client

/** The application's own name, for a heading. */
export const shortName = (name: string | null): string => {
  const letters = [...(name ?? t.unnamed)]
  return letters.length <= longestInHeading ? letters.join('') : `${letters.slice(0, longestInHeading - 1).join('')}…`
}

/** A document proves its host; a registered name is just a claim. */
const identity = ({ client: { client_name, source, client_id } }: AuthorizationClient): Html => {
  const name = html`<strong><bdi>${client_name ?? t.unnamed}</bdi></strong>`
  return source === 'document' ? t.proven(name, new URL(client_id).host) : t.claimed(name)
}

const destination = (returnTo: string): Html => {
  const { kind, name } = describeRedirectTarget(returnTo)
  if (kind === 'site') return html`<strong>${name}</strong>`
  if (kind === 'loopback') return t.onDevice(name)
  return t.byScheme(name)
}

/** The client that asks, and the address to which the browser returns; `more` rows stand between. */
export const aboutClient = (client: AuthorizationClient, more: Html = html``): Html =>
  html`<dl>
${renderRow(t.application, identity(client))}${more}${renderRow(t.returnsTo, destination(client.returnTo))}</dl>`

/** The facts that the user should know about the place to which the browser returns. */
export const renderWarning = ({ returnTo }: AuthorizationClient): Html =>
  html`<p class="quiet">${describeRedirectTarget(returnTo).kind === 'site' ? t.cautionSite : t.cautionDevice}</p>`
