import type { Domain } from '@patchbay/core/schema'
import type { ConnectLink, TenantRecord } from '@patchbay/core/store'
import { errorBox, hiddenFields } from '../forms/form-fields.ts'
import type { Reply } from '../http/exchange.ts'
import { html } from '../pages/html.ts'
import { type Brand, pageReply } from '../pages/page.ts'

interface ChooseProviderPage {
  readonly brand: Brand
  readonly link: ConnectLink
  readonly tenant: TenantRecord
  /** The providers of the link that are registered. */
  readonly domains: readonly Domain[]
  readonly proof: string
  readonly cookie: string
  readonly secret: string
  readonly error?: { readonly status: number; readonly message: string } | undefined
}

/** The first page of a link with several providers: a button for each. */
export const chooseProviderPage = (page: ChooseProviderPage): Reply => {
  const { brand, link, tenant, domains, proof, cookie, secret, error } = page
  return pageReply({
    brand,
    status: error?.status ?? 200,
    title: `${error ? 'Try again: ' : ''}connect an account`,
    headers: { 'set-cookie': cookie },
    content: html`<h1>Which account do you want to connect?</h1>
${errorBox(error)}<dl>
<dt>For</dt><dd><strong><bdi>${tenant.name}</bdi></strong></dd>
${link.label === null ? html`` : html`<dt>Account</dt><dd><bdi>${link.label}</bdi></dd>`}
</dl>
<p class="quiet">Continue only if you know who sent you this link: <bdi>${brand.name}</bdi> will use the account that you connect, for <bdi>${tenant.name}</bdi>. Otherwise close this page.</p>
<form method="post" action="/connect/${secret}">
${hiddenFields([['proof', proof]])}<div class="buttons">
${domains.map(({ provider: { id, title } }) => html`<button name="provider" value="${id}">${title}</button>\n`)}</div>
</form>`,
  })
}
