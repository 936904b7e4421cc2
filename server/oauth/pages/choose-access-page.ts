import type { TenantRecord } from '@patchbay/core/store'
import { errorBox } from '../../forms/form-fields.ts'
import type { Reply } from '../../http/exchange.ts'
import { type Html, html } from '../../pages/html.ts'
import { pageReply } from '../../pages/page.ts'
import type { AccessOffer, Box } from '../protocol/access-offer.ts'
import { aboutClient, renderRow, renderWarning, shortName } from './about-client.ts'
import { type ConsentPage, requestFields } from './paste-token-page.ts'

const words: Readonly<Record<Box['right'], readonly [what: string, meaning: string]>> = {
  read: ['Read', 'look things up, without changing anything'],
  write: ['Change', 'create, change and delete things'],
  secret: ['Secrets', 'get keys, tokens and passwords, which work without this gateway'],
  raw: ['Anything else', 'send requests that this gateway does not know, which may read or change anything'],
  connect: ['Connect', 'get links for signing in to this account again after its sign-in has ended'],
}

const checkbox = ({ name, right, limits }: Box, isChecked: boolean): Html => {
  const [what, meaning] = words[right]
  const id = `meaning-${name}`
  return html`<label class="box"><input type="checkbox" name="${name}" value="on" aria-describedby="${id}"${
    isChecked ? html` checked` : html``
  }>${what}<span class="quiet" id="${id}">${limits === '' ? meaning : `${meaning}; ${limits}`}</span></label>\n`
}

/** All boxes are checked at first, and as the user left them when the page is shown again. */
const fieldsets = ({ providers }: AccessOffer, checked: ReadonlySet<string> | undefined): readonly Html[] =>
  providers.map(
    ({ title, boxes }) => html`<fieldset>
<legend>${title}</legend>
${boxes.map((box) => checkbox(box, checked?.has(box.name) ?? true))}</fieldset>\n`,
  )

const later = ({ providers, coversLater }: AccessOffer, tenant: TenantRecord): Html => {
  if (!coversLater) return html``
  const text =
    providers.length === 0
      ? html`Nothing is connected to <bdi>${tenant.name}</bdi> yet. The application may use what is connected later.`
      : html`If all boxes are checked, the application may also use what <bdi>${tenant.name}</bdi> connects later.`
  return html`<p class="quiet">${text}</p>\n`
}

export interface ChooseAccessPage extends ConsentPage {
  readonly tenant: TenantRecord
  readonly offer: AccessOffer
  /** Shows at the next request which token was pasted. */
  readonly ticket: string
  /** The boxes as the user left them; left out at first. */
  readonly checked?: ReadonlySet<string>
}

/** The second page of a consent: the tenant of the pasted token, and what the application may do there. */
export const chooseAccessPage = (page: ChooseAccessPage): Reply => {
  const { brand, authorizationClient, formProof, formError, tenant, offer, ticket, checked } = page
  const name = shortName(authorizationClient.client.client_name)
  const tenantRow = renderRow('Tenant', html`<strong><bdi>${tenant.name}</bdi></strong> (${tenant.id})`)
  return pageReply({
    brand,
    status: formError?.status ?? 200,
    title: `${formError ? 'Try again: ' : ''}choose what ${name} may do`,
    headers: { 'set-cookie': formProof.cookie, ...formError?.headers },
    content: html`<h1>What may <bdi>${name}</bdi> do?</h1>
${aboutClient(authorizationClient, tenantRow)}
<form method="post" action="/oauth/authorize">
${requestFields(page)}<input type="hidden" name="ticket" value="${ticket}">
${errorBox(formError)}${fieldsets(offer, checked)}${later(offer, tenant)}<p class="quiet">The application keeps this access until you or an administrator ends it. You can end it at any time at <a href="/oauth/grants">/oauth/grants</a>.</p>
${renderWarning(authorizationClient)}
<div class="buttons">
<button class="main" name="decision" value="allow">Allow</button>
<button name="decision" value="refuse">Refuse</button>
</div>
<button class="plain" name="decision" value="again">Use another tenant token</button>
</form>`,
  })
}
