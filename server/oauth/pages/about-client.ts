import { type Html, html } from '../../pages/html.ts'
import { renderRow } from '../../pages/row.ts'
import type { AuthorizationClient } from '../protocol/authorization-request.ts'
import { describeRedirectTarget } from '../protocol/redirect-uri.ts'

/** More letters would make a heading of half a phone; the page shows the whole name below it. */
const longestInHeading = 40

export const unnamed = 'An unnamed application'

/** The application's own name, for a heading. */
export const shortName = (name: string | null): string => {
  const letters = [...(name ?? unnamed)]
  return letters.length <= longestInHeading ? letters.join('') : `${letters.slice(0, longestInHeading - 1).join('')}…`
}

/** A document proves its host; a registered name is just a claim. */
const identity = ({ client: { client_name, source, client_id } }: AuthorizationClient): Html => {
  const name = html`<strong><bdi>${client_name ?? unnamed}</bdi></strong>`
  return source === 'document'
    ? html`${name}, as <strong>${new URL(client_id).host}</strong> says`
    : html`${name} (the name that it gave itself, unverified)`
}

const destination = (returnTo: string): Html => {
  const { kind, name } = describeRedirectTarget(returnTo)
  if (kind === 'site') return html`<strong>${name}</strong>`
  if (kind === 'loopback') return html`<strong>a program on this device</strong> (${name})`
  return html`<strong>the program that opens ${name} links</strong> on this device`
}

/** The client that asks, and the address to which the browser returns; `more` rows stand between. */
export const aboutClient = (client: AuthorizationClient, more: Html = html``): Html =>
  html`<dl>
${renderRow('Application', identity(client))}${more}${renderRow('Returns to', destination(client.returnTo))}</dl>`

/** The facts that the user should know about the place to which the browser returns. */
export const renderWarning = ({ returnTo }: AuthorizationClient): Html =>
  html`<p class="quiet">${
    describeRedirectTarget(returnTo).kind === 'site'
      ? 'Continue only if you started this yourself and know this address.'
      : 'Any program on this device can do this under any name: continue only if you started it yourself, just now.'
  }</p>`
