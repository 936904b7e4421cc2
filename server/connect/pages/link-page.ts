import { findAccount } from '@patchbay/core/rules'
import type { Domain } from '@patchbay/core/schema'
import type { ConnectLink, TenantRecord } from '@patchbay/core/store'
import type { Brand } from '../../pages/brand.ts'
import { type Html, html } from '../../pages/html.ts'
import { pageTexts } from '../../pages/page-texts.ts'

const t = pageTexts.connect

/** The parts that every page about a link shows. */
export interface LinkPage {
  readonly brand: Brand
  readonly link: ConnectLink
  readonly tenant: TenantRecord
  readonly domain: Domain
}

/** The reason why a form is shown again. */
export interface FormProblem {
  readonly status: number
  readonly message: string
  /** The names of the fields at fault; unset: no field is. */
  readonly fields?: readonly string[]
}

/** The account as people know it: by the link's label, the label that it has already, or its id. */
const nameAccount = ({ link, tenant }: LinkPage): string => {
  const account = findAccount(tenant.providers, link)
  return link.label ?? account?.label ?? link.account
}

/** The tenant and the account. */
export const linkFacts = (page: LinkPage): Html => html`<dl>
<dt>${t.for}</dt><dd><strong><bdi>${page.tenant.name}</bdi></strong></dd>
<dt>${t.account}</dt><dd>${t.accountAt(nameAccount(page), page.domain.provider.title)}</dd>
</dl>`

/** The owner of an account. `displayName`: in words that people recognise, if the identity is just a number. */
export interface Owner {
  readonly identity: string | null
  readonly displayName?: string | undefined
}

export const ownerHtml = (identity: string, displayName: string | undefined): Html =>
  displayName === undefined
    ? html`<strong><bdi>${identity}</bdi></strong>`
    : html`<strong><bdi>${displayName}</bdi></strong> (<bdi>${identity}</bdi>)`
