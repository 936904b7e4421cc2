import { type Right, rights } from '@patchbay/core/access'
import type { TenantRecord } from '@patchbay/core/store'
import { errorBox } from '../../forms/form-fields.ts'
import type { Reply } from '../../http/exchange.ts'
import { type Html, html } from '../../pages/html.ts'
import { pageReply } from '../../pages/page.ts'
import { renderRow } from '../../pages/row.ts'
import { type AccessOffer, type Box, listSwitches, switchedRights, switchName } from '../protocol/access-offer.ts'
import { aboutClient, renderWarning, shortName } from './about-client.ts'
import { describeClasses } from './class-words.ts'
import { type ConsentPage, requestFields } from './paste-token-page.ts'

const words: Readonly<Record<Right, readonly [what: string, meaning: string]>> = {
  read: ['Read', 'look things up, without changing anything'],
  write: ['Change', 'create, change and delete things'],
  secret: ['Secrets', 'get keys, tokens and passwords, which work without this gateway'],
  raw: ['Anything else', 'send requests that this gateway does not know, which may read or change anything'],
  connect: ['Connect', 'get links for signing in to this account again after its sign-in has ended'],
}

/** The checked boxes; `undefined`: the page is shown for the first time. */
type Checked = ReadonlySet<string> | undefined

const checkbox = (name: string, isChecked: boolean, text: Html, more: Html = html``): Html =>
  html`<input type="checkbox" name="${name}" value="on"${more}${isChecked ? html` checked` : html``}>${text}`

/** The switches for all providers. Where one is on, the style shows a mark in place of the boxes for which it stands. */
const switches = (offer: AccessOffer, checked: Checked): readonly Html[] =>
  listSwitches(offer).map((right) => {
    const name = switchName(right)
    const [what, meaning] = words[right]
    const isLimited = offer.providers.some(({ boxes }) => boxes.some((box) => box.right === right && box.limits !== ''))
    const text = html`${what} ${isLimited ? 'all that is named below' : 'everything'}<span class="quiet" id="meaning-${name}">${meaning}</span>`
    const more = html` class="switch" role="switch" aria-describedby="meaning-${name}"`
    return html`<label class="box">${checkbox(name, checked?.has(name) ?? true, text, more)}</label>\n`
  })

const hasSwitch = (offer: AccessOffer, { right }: Box): boolean =>
  listSwitches(offer).some((switched) => switched === right)

/** At first the switches are on, and the boxes for which they don't stand are checked. */
const isCheckedBox = (offer: AccessOffer, box: Box, checked: Checked): boolean =>
  checked ? checked.has(box.name) : !hasSwitch(offer, box)

const isSwitched = ({ right }: Box): boolean => switchedRights.some((switched) => switched === right)

/** The sentence about a right on a page without a switch for it; the limits of a box stand with the box. */
const meanings = (offer: AccessOffer): Html => {
  const told = new Set<Right>(listSwitches(offer))
  const others = rights.filter(
    (right) => !told.has(right) && offer.providers.some(({ boxes }) => boxes.some((box) => box.right === right)),
  )
  if (others.length === 0) return html``
  return html`<ul class="quiet meanings">${others.map(
    (right) => html`<li id="meaning-${right}">${words[right][0]}: ${words[right][1]}</li>\n`,
  )}</ul>\n`
}

const renderClasses = ({ right, classes }: Box): Html =>
  classes.length === 0 ? html`` : html`<p class="quiet">${words[right][0]} can ${describeClasses(classes)}.</p>\n`

const renderLimits = ({ right, limits }: Box): Html =>
  limits === '' ? html`` : html`<p class="quiet">${words[right][0]}: ${limits}</p>\n`

/** A line with the provider's two boxes, and below it those for which there is no switch. */
const providerLine =
  (offer: AccessOffer, checked: Checked) =>
  ({ title, boxes }: AccessOffer['providers'][number]): Html => {
    const cell = (box: Box): Html => {
      const described = html` aria-describedby="meaning-${hasSwitch(offer, box) ? `every_${box.right}` : box.right}"`
      return html`<label class="of-${box.right}">${checkbox(box.name, isCheckedBox(offer, box, checked), html`<span>${words[box.right][0]}</span>`, described)}</label>\n`
    }
    const [own, others] = [boxes.filter(isSwitched), boxes.filter((box) => !isSwitched(box))]
    return html`<fieldset class="line">
<legend>${title}</legend>
<div class="pair">${own.map(cell)}</div>
${others.length === 0 ? html`` : html`<div class="others">${others.map(cell)}</div>\n`}${boxes.map(renderLimits)}${boxes.map(renderClasses)}</fieldset>\n`
  }

/** The box by which a user has each change wait for a person's yes. */
export const askBox = 'ask_writes'

const askFirst = ({ providers }: AccessOffer, tenant: TenantRecord, checked: Checked): Html => {
  if (providers.every(({ boxes }) => boxes.every(({ right }) => right === 'read'))) return html``
  const text = html`Ask first<span class="quiet" id="meaning-ask">a person of <bdi>${tenant.name}</bdi> has to approve each change before it is made</span>`
  const box = checkbox(askBox, checked?.has(askBox) ?? false, text, html` aria-describedby="meaning-ask"`)
  return html`<label class="box">${box}</label>\n`
}

const later = ({ providers, coversLater }: AccessOffer, tenant: TenantRecord): Html => {
  if (!coversLater) return html``
  const text =
    providers.length === 0
      ? html`Nothing is connected to <bdi>${tenant.name}</bdi> yet. The application may use what is connected later.`
      : html`If all of it stays on, the application may also use what <bdi>${tenant.name}</bdi> connects later.`
  return html`<p class="quiet">${text}</p>\n`
}

export interface ChooseAccessPage extends ConsentPage {
  readonly tenant: TenantRecord
  readonly offer: AccessOffer
  /** Shows at the next request which token was pasted. */
  readonly ticket: string
  /** The boxes and switches as the user left them, or as they are at first; left out: all that are offered. */
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
${errorBox(formError)}${switches(offer, checked)}<div class="lines">${offer.providers.map(providerLine(offer, checked))}</div>
${meanings(offer)}${askFirst(offer, tenant, checked)}${later(offer, tenant)}<p class="quiet">The application keeps this access until you or an administrator ends it. You can end it at any time at <a href="/oauth/grants">/oauth/grants</a>.</p>
${renderWarning(authorizationClient)}
<div class="buttons stay">
<button class="main" name="decision" value="allow">Allow</button>
<button name="decision" value="refuse">Refuse</button>
</div>
<button class="plain" name="decision" value="again">Use another tenant token</button>
</form>`,
  })
}
