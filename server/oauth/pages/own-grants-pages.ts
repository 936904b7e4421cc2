import { parseGrantScope, parsePattern } from '@patchbay/core/access'
import type { Domain } from '@patchbay/core/schema'
import type { GrantRecord, TenantRecord } from '@patchbay/core/store'
import { errorBox, type FormError, hiddenFields, tokenField } from '../../forms/form-fields.ts'
import type { FormProof } from '../../forms/form-proof.ts'
import type { Reply } from '../../http/exchange.ts'
import type { Brand } from '../../pages/brand.ts'
import { type Html, html } from '../../pages/html.ts'
import { pageReply } from '../../pages/page.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import { renderRow } from '../../pages/row.ts'

const t = pageTexts.grants

export interface OwnGrantsPage {
  readonly brand: Brand
  readonly formProof: FormProof
  readonly formError?: FormError | undefined
}

/** The page on which a user pastes a tenant token, to see what was allowed with it. */
export const pasteForGrantsPage = ({ brand, formProof, formError }: OwnGrantsPage): Reply =>
  pageReply({
    brand,
    status: formError?.status ?? 200,
    title: formError ? pageTexts.tryAgain(t.titleAgain) : t.titleAgain,
    headers: { 'set-cookie': formProof.cookie, ...formError?.headers },
    content: html`<h1>${t.title}</h1>
<p class="lead">${t.lead(brand.name)}</p>
<form method="post" action="/oauth/grants">
${hiddenFields([['proof', formProof.proof]])}${errorBox(formError)}${tokenField(formError, t.token)}
<div class="buttons">
<button class="main">${t.show}</button>
</div>
</form>`,
  })

const day = new Intl.DateTimeFormat(pageTexts.language, { dateStyle: 'long', timeZone: 'UTC' })
const time = (iso: string): Html => html`<time datetime="${iso}">${day.format(new Date(iso))}</time>`

const verbs: Readonly<Record<string, string>> = {
  read: 'read',
  write: 'change',
  '*': 'read and change',
  raw: 'send any request to',
}

/** A pattern in words: `hubspot:read` is "read HubSpot CRM". */
const inWords = (text: string, domains: ReadonlyMap<string, Domain>): string => {
  const { provider = '', what = '', account } = parsePattern(text) ?? {}
  const place = provider === '*' ? 'everything that is connected' : (domains.get(provider)?.provider.title ?? provider)
  const words = verbs[what] ? `${verbs[what]} ${place}` : `${what} at ${place}`
  return account === undefined ? words : `${words}, account ${account}`
}

const mayDo = (scope: string | null, domains: ReadonlyMap<string, Domain>): Html => {
  const { allow, ask } = parseGrantScope(scope)
  const afterApproval = ask.map((text) => html`<li>${t.afterApproval(inWords(text, domains))}</li>`)
  const allowed = allow?.map((text) => html`<li>${inWords(text, domains)}</li>`)
  if (!allowed && afterApproval.length === 0) return html`${t.whatever}`
  return html`<ul>${allowed ?? html`<li>${t.whatever}</li>`}${afterApproval}</ul>`
}

const grantItem = (grant: GrantRecord, fields: readonly Html[], domains: ReadonlyMap<string, Domain>): Html => {
  const heading = `grant-${grant.grant_id}`
  return html`<li>
<h2 id="${heading}"><bdi>${grant.client_name ?? pageTexts.client.unnamed}</bdi></h2>
<dl>
${renderRow(t.may, mayDo(grant.scope, domains))}${renderRow(t.allowedOn, time(grant.created_at))}${renderRow(t.lastUsedOn, time(grant.last_used_at))}</dl>
<form method="post" action="/oauth/grants">
${fields}<button name="end" value="${grant.grant_id}" aria-describedby="${heading}">${t.end}</button>
</form>
</li>\n`
}

export interface GrantListPage extends OwnGrantsPage {
  readonly tenant: TenantRecord
  readonly grants: readonly GrantRecord[]
  /** True if there are more than are shown. */
  readonly hasMore: boolean
  readonly domains: ReadonlyMap<string, Domain>
  readonly ticket: string
  /** The number that the answered request ended; left out: it wasn't to end any. */
  readonly ended?: number
}

const renderStatus = (ended: number | undefined): Html => {
  return ended === undefined ? html`` : html`<p class="done" role="status">${t.ended(ended)}</p>\n`
}

const renderList = ({ grants, hasMore, domains, formProof, ticket }: GrantListPage): Html => {
  if (grants.length === 0) return html`<p>${t.none}</p>`
  const fields = hiddenFields([
    ['proof', formProof.proof],
    ['ticket', ticket],
  ])
  const more = hasMore ? html`<p class="quiet">${t.more}</p>\n` : html``
  return html`<ul class="list">
${grants.map((grant) => grantItem(grant, fields, domains))}</ul>
${more}<form method="post" action="/oauth/grants">
${fields}<button name="end" value="all">${t.endAll}</button>
</form>`
}

/** The grants that were given with a tenant token. */
export const grantListPage = (page: GrantListPage): Reply => {
  const { brand, formProof, tenant, ended } = page
  return pageReply({
    brand,
    status: 200,
    title: t.title,
    headers: { 'set-cookie': formProof.cookie },
    content: html`<h1>${t.title}</h1>
<p>${t.withToken(tenant.name, tenant.id)}</p>
${renderStatus(ended)}${renderList(page)}`,
  })
}
