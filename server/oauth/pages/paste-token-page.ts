import { errorBox, type FormError, hiddenFields, tokenField } from '../../forms/form-fields.ts'
import type { FormProof } from '../../forms/form-proof.ts'
import type { Reply } from '../../http/exchange.ts'
import { html } from '../../pages/html.ts'
import { type Brand, pageReply } from '../../pages/page.ts'
import { type AuthorizationClient, requestParameters } from '../protocol/authorization-request.ts'
import { aboutClient, renderWarning, shortName } from './about-client.ts'

/** The parts that each page of a consent needs. */
export interface ConsentPage {
  readonly brand: Brand
  readonly authorizationClient: AuthorizationClient
  /** The request's parameters, for the form to send again. */
  readonly parameters: ReadonlyMap<string, string>
  readonly formProof: FormProof
  readonly formError?: FormError | undefined
}

/** The fields by which the next request is the same, and comes from this browser. */
export const requestFields = ({ parameters, formProof }: ConsentPage) =>
  hiddenFields([...requestParameters.map((name) => [name, parameters.get(name)] as const), ['proof', formProof.proof]])

/** The first page of a consent: who asks, and the field for the tenant token. It works without scripts, as all pages do. */
export const pasteTokenPage = (page: ConsentPage): Reply => {
  const { brand, authorizationClient, formProof, formError } = page
  const name = shortName(authorizationClient.client.client_name)
  return pageReply({
    brand,
    status: formError?.status ?? 200,
    title: `${formError ? 'Try again: ' : ''}connect ${name} to ${brand.name}`,
    headers: { 'set-cookie': formProof.cookie, ...formError?.headers },
    content: html`<h1>Connect <bdi>${name}</bdi> to <bdi>${brand.name}</bdi>?</h1>
${aboutClient(authorizationClient)}
${renderWarning(authorizationClient)}
<form method="post" action="/oauth/authorize">
${requestFields(page)}${errorBox(formError)}${tokenField(
  formError,
  'Your administrator gave it to you. It opens the accounts of your organisation; the application does not get it. Next you choose what the application may do.',
)}
<div class="buttons">
<button class="main" name="decision" value="continue">Continue</button>
<button name="decision" value="refuse" formnovalidate>Refuse</button>
</div>
</form>`,
  })
}
