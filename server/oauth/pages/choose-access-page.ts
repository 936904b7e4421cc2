import { type Right, rights } from '@patchbay/core/access'
import type { TenantRecord } from '@patchbay/core/store'
import { errorBox } from '../../forms/form-fields.ts'
import type { Reply } from '../../http/exchange.ts'
import { type Html, html } from '../../pages/html.ts'
import { pageReply } from '../../pages/page.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import { nameMark, providerMark } from '../../pages/provider-mark.ts'
import { renderRow } from '../../pages/row.ts'
import { type AccessOffer, type Box, listSwitches, switchedRights, switchName } from '../protocol/access-offer.ts'
import { aboutClient, renderWarning, shortName } from './about-client.ts'
import { describeClasses } from './class-words.ts'
import { type ConsentPage, requestFields } from './paste-token-page.ts'

const t = pageTexts.consent
const words: Readonly<Record<Right, readonly [what: string, meaning: string]>> = pageTexts.rights

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
    const text = html`${isLimited ? t.allThatIsNamed(what) : t.everything(what)}<span class="quiet" id="meaning-${name}">${meaning}</span>`
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
  const withSwitch = new Set<Right>(listSwitches(offer))
  const others = rights.filter(
    (right) => !withSwitch.has(right) && offer.providers.some(({ boxes }) => boxes.some((box) => box.right === right)),
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
  ({ id, title, boxes }: AccessOffer['providers'][number]): Html => {
    const cell = (box: Box): Html => {
      const described = html` aria-describedby="meaning-${hasSwitch(offer, box) ? `every_${box.right}` : box.right}"`
      return html`<label class="of-${box.right}">${checkbox(box.name, isCheckedBox(offer, box, checked), html`<span>${words[box.right][0]}</span>`, described)}</label>\n`
    }
    const [own, others] = [boxes.filter(isSwitched), boxes.filter((box) => !isSwitched(box))]
    return html`<fieldset class="line">
<legend>${providerMark({ id, title })}${title}</legend>
<div class="pair">${own.map(cell)}</div>
${others.length === 0 ? html`` : html`<div class="others">${others.map(cell)}</div>\n`}${boxes.map(renderLimits)}${boxes.map(renderClasses)}</fieldset>\n`
  }

/** The box by which a user has each change wait for a person's yes. */
export const askBox = 'ask_writes'

const askFirst = ({ providers }: AccessOffer, tenant: TenantRecord, checked: Checked): Html => {
  if (providers.every(({ boxes }) => boxes.every(({ right }) => right === 'read'))) return html``
  const text = html`${t.askFirst}<span class="quiet" id="meaning-ask">${t.askFirstMeaning(tenant.name)}</span>`
  const box = checkbox(askBox, checked?.has(askBox) ?? false, text, html` aria-describedby="meaning-ask"`)
  return html`<label class="box">${box}</label>\n`
}

const later = ({ providers, coversLater }: AccessOffer, tenant: TenantRecord): Html => {
  if (!coversLater) return html``
  const text = providers.length === 0 ? t.nothingYet(tenant.name) : t.later(tenant.name)
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
  const tenantRow = renderRow(t.tenant, html`<strong><bdi>${tenant.name}</bdi></strong> (${tenant.id})`)
  return pageReply({
    brand,
    status: formError?.status ?? 200,
    title: formError ? pageTexts.tryAgain(t.chooseTitle(name)) : t.chooseTitle(name),
    mark: nameMark(name),
    headers: { 'set-cookie': formProof.cookie, ...formError?.headers },
    content: html`<h1>${t.chooseHeading(name)}</h1>
${aboutClient(authorizationClient, tenantRow)}
<form method="post" action="/oauth/authorize">
${requestFields(page)}<input type="hidden" name="ticket" value="${ticket}">
${errorBox(formError)}${switches(offer, checked)}<div class="lines">${offer.providers.map(providerLine(offer, checked))}</div>
${meanings(offer)}${askFirst(offer, tenant, checked)}${later(offer, tenant)}<p class="quiet">${t.keeps}</p>
${renderWarning(authorizationClient)}
<div class="buttons stay">
<button class="main" name="decision" value="allow">${t.allow}</button>
<button name="decision" value="refuse">${t.refuse}</button>
</div>
<button class="plain" name="decision" value="again">${t.anotherToken}</button>
</form>`,
  })
}
