import type { Domain } from '@patchbay/core/schema'
import type { ConnectLink, TenantRecord } from '@patchbay/core/store'
import { errorBox, hiddenFields } from '../../forms/form-fields.ts'
import type { Reply } from '../../http/exchange.ts'
import type { Brand } from '../../pages/brand.ts'
import { type Html, html } from '../../pages/html.ts'
import { pageReply } from '../../pages/page.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import { providerMark } from '../../pages/provider-mark.ts'
import type { FormProblem } from './link-page.ts'

const t = pageTexts.chooseProvider

interface ChooseProviderPage {
  readonly brand: Brand
  readonly link: ConnectLink
  readonly tenant: TenantRecord
  /** The providers of the link that are registered. */
  readonly domains: readonly Domain[]
  /** The person's search words for a provider; `''`: all are shown. */
  readonly search: string
  readonly proof: string
  readonly cookie: string
  readonly secret: string
  readonly error?: FormProblem | undefined
}

/** The number of providers from which on a person can search. */
const fewestToSearch = 8

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()

/** The providers in whose names each word is. */
const findDomains = (domains: readonly Domain[], search: string): readonly Domain[] => {
  const words = fold(search).split(/\s+/).filter(Boolean)
  return domains.filter(({ provider: { id, title } }) => {
    const name = fold(`${title} ${id}`)
    return words.every((word) => name.includes(word))
  })
}

/** A form by GET, as the page has no script: the answer is this page with the providers that were found. */
const searchForm = ({
  secret,
  search,
}: ChooseProviderPage): Html => html`<form class="search" role="search" method="get" action="/connect/${secret}">
<label><input type="search" name="search" value="${search}" aria-label="${t.search}" placeholder="${t.search}" maxlength="100" autocomplete="off" spellcheck="false"></label>
<button>${t.find}</button>
</form>\n`

const providerRow = ({ provider }: Domain): Html =>
  html`<button class="row" name="provider" value="${provider.id}">${providerMark(provider)}<bdi>${provider.title}</bdi></button>\n`

const rows = ({ domains, search, secret, proof }: ChooseProviderPage): Html => {
  const matches = findDomains(domains, search)
  const all = search === '' ? html`` : html`<p><a href="/connect/${secret}">${t.all}</a></p>\n`
  if (matches.length === 0) return html`<p role="status">${t.nothing(search)}</p>\n${all}`
  return html`<form method="post" action="/connect/${secret}">
${hiddenFields([['proof', proof]])}<div class="rows">
${matches.map(providerRow)}</div>
</form>
${all}`
}

/** The first page of a link with several providers: a row for each. */
export const chooseProviderPage = (page: ChooseProviderPage): Reply => {
  const { brand, link, tenant, domains, cookie, error } = page
  return pageReply({
    brand,
    status: error?.status ?? 200,
    title: error ? pageTexts.tryAgain(t.title) : t.title,
    headers: { 'set-cookie': cookie },
    content: html`<h1>${t.heading}</h1>
${errorBox(error)}<dl>
<dt>${pageTexts.connect.for}</dt><dd><strong><bdi>${tenant.name}</bdi></strong></dd>
${link.label === null ? html`` : html`<dt>${pageTexts.connect.account}</dt><dd><bdi>${link.label}</bdi></dd>`}
</dl>
${domains.length >= fewestToSearch ? searchForm(page) : html``}${rows(page)}<p class="quiet">${pageTexts.connect.caution(brand.name, tenant.name)}</p>`,
  })
}
