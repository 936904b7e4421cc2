import type { UnixSeconds } from '@patchbay/core/time'
import { hiddenFields } from '../../forms/form-fields.ts'
import type { Reply } from '../../http/exchange.ts'
import { type Html, html } from '../../pages/html.ts'
import { pageReply } from '../../pages/page.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import { providerMark } from '../../pages/provider-mark.ts'
import { timeInWords } from '../../pages/time-in-words.ts'
import { type LinkPage, linkFacts, type Owner, ownerHtml } from './link-page.ts'
import { type AskedScope, scopeItems } from './scopes.ts'

const t = pageTexts.ask

interface AskPage extends LinkPage, Owner {
  readonly proof: string
  /** The identity that the account has so far, if it is known and differs. */
  readonly before: string | null
  /** The scopes that were requested and that the person did not grant. */
  readonly missing: readonly AskedScope[]
  /** The end of the access, if it can't be renewed. */
  readonly ends: UnixSeconds | null
  readonly now: Date
}

const missingBox = (title: string, missing: readonly AskedScope[]): Html =>
  missing.length === 0
    ? html``
    : html`<div class="wrong" role="alert"><p>${t.missing(title)}</p>
${scopeItems(missing)}
<p>${t.howToGrant}</p></div>`

const decision = (value: string, label: string, kind = ''): Html =>
  html`<button class="${kind}" name="decision" value="${value}">${label}</button>\n`

const decisions = (isWhole: boolean): Html =>
  isWhole
    ? html`${decision('connect', t.connect, 'main')}${decision('cancel', t.another)}`
    : html`${decision('cancel', t.signInAgain, 'main')}${decision('connect', t.connectAnyway)}`

/** Asks whether the account that was found is the right one. Nothing is stored before. */
export const askPage = (page: AskPage): Reply => {
  const { brand, link, tenant, domain, proof, identity, displayName, before, missing, ends, now } = page
  const { title } = domain.provider
  const who = identity === null ? t.unknown(title) : t.known(title, ownerHtml(identity, displayName))
  const warning =
    before === null ? html`` : html`<p class="wrong" role="alert">${t.before(before, identity !== null)}</p>`
  const ending = ends === null ? html`` : html`<p class="done">${t.ends(title, timeInWords(ends, now))}</p>`
  return pageReply({
    brand,
    status: 200,
    title: t.title(title),
    mark: providerMark(domain.provider),
    content: html`<h1>${t.heading}</h1>
<p>${who}</p>
${linkFacts(page)}
${warning}${missingBox(title, missing)}${ending}
<p class="quiet">${t.effect(brand.name, tenant.name)}</p>
<form method="post" action="/connect/confirm">
${hiddenFields([
  ['proof', proof],
  ['connect_id', link.connect_id],
])}<div class="buttons stay">
${decisions(missing.length === 0)}</div>
</form>`,
  })
}
