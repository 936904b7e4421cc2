import { errorBox, type FormError, hiddenFields, tokenField } from '../../forms/form-fields.ts'
import type { FormProof } from '../../forms/form-proof.ts'
import type { Reply } from '../../http/exchange.ts'
import type { Brand } from '../../pages/brand.ts'
import { html } from '../../pages/html.ts'
import { pageReply } from '../../pages/page.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import { nameMark } from '../../pages/provider-mark.ts'
import { type AuthorizationClient, requestParameters } from '../protocol/authorization-request.ts'
import { aboutClient, renderWarning, shortName } from './about-client.ts'

const t = pageTexts.consent

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
    title: formError ? pageTexts.tryAgain(t.title(name, brand.name)) : t.title(name, brand.name),
    mark: nameMark(name),
    headers: { 'set-cookie': formProof.cookie, ...formError?.headers },
    content: html`<h1>${t.heading(name, brand.name)}</h1>
${aboutClient(authorizationClient)}
${renderWarning(authorizationClient)}
<form method="post" action="/oauth/authorize">
${requestFields(page)}${errorBox(formError)}${tokenField(formError, t.token)}
<div class="buttons">
<button class="main" name="decision" value="continue">${t.continue}</button>
<button name="decision" value="refuse" formnovalidate>${t.refuse}</button>
</div>
</form>`,
  })
}
