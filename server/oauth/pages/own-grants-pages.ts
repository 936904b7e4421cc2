import { parseGrantScope, parsePattern } from '@patchbay/core/access'
import type { Domain } from '@patchbay/core/schema'
import type { GrantRecord, TenantRecord } from '@patchbay/core/store'
import { errorBox, type FormError, hiddenFields, tokenField } from '../../forms/form-fields.ts'
import type { FormProof } from '../../forms/form-proof.ts'
import type { Reply } from '../../http/exchange.ts'
import { type Html, html } from '../../pages/html.ts'
import { type Brand, pageReply } from '../../pages/page.ts'
import { renderRow } from '../../pages/row.ts'
import { unnamed } from './about-client.ts'

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
    title: `${formError ? 'Try again: ' : ''}applications that you allowed`,
    headers: { 'set-cookie': formProof.cookie, ...formError?.headers },
    content: html`<h1>Applications that you allowed</h1>
<p>See which applications may use <bdi>${brand.name}</bdi> with your tenant token, and end their access.</p>
<form method="post" action="/oauth/grants">
${hiddenFields([['proof', formProof.proof]])}${errorBox(formError)}${tokenField(
  formError,
  'The one that you pasted when you connected the application.',
)}
<div class="buttons">
<button class="main">Show</button>
</div>
</form>`,
  })

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
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
  const asked = ask.map((text) => html`<li>only after a person approved it: ${inWords(text, domains)}</li>`)
  const allowed = allow?.map((text) => html`<li>${inWords(text, domains)}</li>`)
  if (!allowed && asked.length === 0) return html`whatever your tenant token may do`
  return html`<ul>${allowed ?? html`<li>whatever your tenant token may do</li>`}${asked}</ul>`
}

const grantItem = (grant: GrantRecord, fields: readonly Html[], domains: ReadonlyMap<string, Domain>): Html => {
  const heading = `grant-${grant.grant_id}`
  return html`<li>
<h2 id="${heading}"><bdi>${grant.client_name ?? unnamed}</bdi></h2>
<dl>
${renderRow('May', mayDo(grant.scope, domains))}${renderRow('Allowed on', time(grant.created_at))}${renderRow('Last used on', time(grant.last_used_at))}</dl>
<form method="post" action="/oauth/grants">
${fields}<button name="end" value="${grant.grant_id}" aria-describedby="${heading}">End access</button>
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
  if (ended === undefined) return html``
  const text =
    ended === 1 ? 'The access of one application has ended.' : `The access of ${ended} applications has ended.`
  return html`<p class="done" role="status">${text}</p>\n`
}

const renderList = ({ grants, hasMore, domains, formProof, ticket }: GrantListPage): Html => {
  if (grants.length === 0) return html`<p>No application has access with this tenant token.</p>`
  const fields = hiddenFields([
    ['proof', formProof.proof],
    ['ticket', ticket],
  ])
  const more = hasMore ? html`<p class="quiet">There are more. End some to see them.</p>\n` : html``
  return html`<ul class="list">
${grants.map((grant) => grantItem(grant, fields, domains))}</ul>
${more}<form method="post" action="/oauth/grants">
${fields}<button name="end" value="all">End access of all applications</button>
</form>`
}

/** The grants that were given with a tenant token. */
export const grantListPage = (page: GrantListPage): Reply => {
  const { brand, formProof, tenant, ended } = page
  return pageReply({
    brand,
    status: 200,
    title: 'Applications that you allowed',
    headers: { 'set-cookie': formProof.cookie },
    content: html`<h1>Applications that you allowed</h1>
<p>With a tenant token of <strong><bdi>${tenant.name}</bdi></strong> (${tenant.id}).</p>
${renderStatus(ended)}${renderList(page)}`,
  })
}
