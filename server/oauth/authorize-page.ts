import type { Reply } from '../http/exchange.ts'
import { type AuthorizationClient, requestParameters } from './authorization-request.ts'
import { makeFormProof } from './form-proof.ts'
import { type Html, html } from './html.ts'
import type { OAuthError } from './oauth-error.ts'
import { pageReply } from './page.ts'
import { placeOf } from './redirect-uri.ts'

/** Tells the user why the form can't be accepted. */
export interface FormError {
  readonly status: number
  readonly message: string
  /** Whether the token is wrong, so that its field is marked. */
  readonly token?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

interface AuthorizePage {
  readonly authorizationClient: AuthorizationClient
  /** The request's parameters, for the form to send again. */
  readonly parameters: ReadonlyMap<string, string>
  readonly formError?: FormError
}

const destination = (returnTo: string): Html => {
  const { kind, name } = placeOf(returnTo)
  if (kind === 'site') return html`<strong>${name}</strong>`
  if (kind === 'loopback') return html`<strong>a program on this device</strong> (${name})`
  return html`<strong>the program that opens ${name} links</strong> on this device`
}

const warning = (returnTo: string): string =>
  placeOf(returnTo).kind === 'site'
    ? 'Go on only if you started this yourself and know this address.'
    : 'Any program on this device can do this under any name: go on only if you started it yourself, just now.'

/** A document proves its host; a registered name is just a claim. */
const identity = (name: string, { client: { source, client_id } }: AuthorizationClient): Html =>
  source === 'document'
    ? html`<strong><bdi>${name}</bdi></strong>, as <strong>${new URL(client_id).host}</strong> says`
    : html`<strong><bdi>${name}</bdi></strong>, as it calls itself; nobody has checked that`

const hiddenFields = (parameters: ReadonlyMap<string, string>, proof: string): readonly Html[] =>
  [...requestParameters.map((name) => [name, parameters.get(name)] as const), ['proof', proof] as const].map(
    ([name, value]) => (value === undefined ? html`` : html`<input type="hidden" name="${name}" value="${value}">\n`),
  )

const errorBox = (formError: FormError | undefined): Html =>
  formError ? html`<p class="wrong" role="alert" id="form-error">${formError.message}</p>\n` : html``

const tokenField = (formError: FormError | undefined): Html => {
  const state = formError?.token
    ? html`aria-invalid="true" aria-describedby="form-error hint" autofocus`
    : html`aria-describedby="hint"`
  return html`<label for="token">Tenant token</label>
<input type="password" id="token" name="token" required maxlength="1024" autocomplete="off" autocapitalize="off" spellcheck="false" ${state}>
<p class="quiet" id="hint">Your administrator gave it to you. It shows who you are; the application does not get it.</p>`
}

/** The page that asks a user whether a client may act for a tenant; it works without scripts. */
export const showAuthorizePage = (
  baseUrl: string,
  requestHeaders: Headers,
  { authorizationClient, parameters, formError }: AuthorizePage,
): Reply => {
  const { proof, cookie } = makeFormProof(baseUrl, requestHeaders)
  const { host } = new URL(baseUrl)
  const name = authorizationClient.client.client_name ?? 'An unnamed application'
  return pageReply({
    status: formError?.status ?? 200,
    title: `${formError ? 'Try again: ' : ''}connect ${name} to ${host}`,
    headers: { 'set-cookie': cookie, ...formError?.headers },
    content: html`<h1>Connect <bdi>${name}</bdi> to ${host}?</h1>
<dl>
<dt>Application</dt><dd>${identity(name, authorizationClient)}</dd>
<dt>Returns to</dt><dd>${destination(authorizationClient.returnTo)}</dd>
</dl>
<h2>If you allow it, it can</h2>
<ul>
<li>call every API that the tenant has connected, and read, create and change data there</li>
<li>keep this access until it is taken back: its tokens last 90 days, and it can renew them</li>
</ul>
<p class="quiet">${warning(authorizationClient.returnTo)}</p>
<form method="post" action="/oauth/authorize">
${hiddenFields(parameters, proof)}${errorBox(formError)}${tokenField(formError)}
<div class="buttons">
<button class="main" name="decision" value="allow">Allow</button>
<button name="decision" value="refuse" formnovalidate>Refuse</button>
</div>
</form>`,
  })
}

/** Shows a user what is wrong with the request of a known client. The browser returns to the client only by the user's click. */
export const faultyRequestPage = (
  authorizationClient: AuthorizationClient,
  { code, message, status }: OAuthError,
  wayBack: string,
): Reply => {
  const name = authorizationClient.client.client_name ?? 'An unnamed application'
  return pageReply({
    status,
    title: `${name} can not be connected`,
    content: html`<h1><bdi>${name}</bdi> can’t be connected</h1>
<p class="wrong" role="alert">The application made a mistake in what it asked for. ${message}.</p>
<dl>
<dt>Application</dt><dd>${identity(name, authorizationClient)}</dd>
<dt>Returns to</dt><dd>${destination(authorizationClient.returnTo)}</dd>
</dl>
<p class="quiet">${warning(authorizationClient.returnTo)}</p>
<p><a href="${wayBack}">Go back to the application</a>. This reports the mistake to it.</p>
<p class="quiet">Error: ${code}. Nothing was shared with the application.</p>`,
  })
}

/** Shows a user why the request can't be handled. The browser is not sent anywhere. */
export const cannotAskPage = (status: number, code: string, message: string, headers = {}): Reply =>
  pageReply({
    status,
    title: 'This application can not be connected',
    headers,
    content: html`<h1>This application can’t be connected</h1>
<p class="wrong" role="alert">${message}.</p>
<p>Start again in the application. If this page comes back, remove the connection in the application and add it again, so that
the application registers anew.</p>
<p class="quiet">Error: ${code}. Nothing was shared with the application.</p>`,
  })
