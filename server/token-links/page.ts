import type { AllowEntry, AskEntry, DenyEntry, TenantRecord, TokenLinkRecord } from '@patchbay/core/store'
import { isoTime, msOf } from '@patchbay/core/time'
import { hiddenFields } from '../forms/form-fields.ts'
import type { FormProof } from '../forms/form-proof.ts'
import type { Reply } from '../http/exchange.ts'
import type { Brand } from '../pages/brand.ts'
import { type Html, html } from '../pages/html.ts'
import { pageReply } from '../pages/page.ts'
import { renderRow } from '../pages/row.ts'
import { describePattern } from './rule-words.ts'

const renderRule = (entry: AllowEntry | DenyEntry | AskEntry): Html => {
  const [pattern, more] = typeof entry === 'string' ? [entry, ''] : [entry.pattern, ' (under conditions)']
  return html`<li>${describePattern(pattern)}${more} <code>${pattern}</code></li>`
}

const ruleRow = (name: string, rules: readonly (AllowEntry | DenyEntry | AskEntry)[] | null): Html =>
  rules === null || rules.length === 0 ? html`` : renderRow(name, html`<ul>${rules.map(renderRule)}</ul>`)

const may = ({ allow }: TokenLinkRecord['members'], { name }: TenantRecord): Html =>
  allow === null ? renderRow('May do', html`whatever <bdi>${name}</bdi> may do`) : ruleRow('May do', allow)

const ends = ({ expires_at }: TokenLinkRecord['members']): Html =>
  renderRow('Ends', expires_at === null ? html`when an administrator ends it` : html`${isoTime(msOf(expires_at))}`)

interface TokenLinkPage {
  readonly brand: Brand
  readonly link: TokenLinkRecord
  readonly tenant: TenantRecord
}

/** A page that shows the future token, with a button: opening it uses nothing up, as programs that look at links do that. */
export const offerPage = ({
  brand,
  link,
  tenant,
  action,
  formProof,
  failure,
}: TokenLinkPage & {
  readonly action: string
  readonly formProof: FormProof
  readonly failure?: string | undefined
}): Reply => {
  const { members } = link
  const title = `A token for ${tenant.name}`
  return pageReply({
    brand,
    status: failure === undefined ? 200 : 403,
    title,
    headers: { 'set-cookie': formProof.cookie },
    content: html`<h1>A token for <bdi>${tenant.name}</bdi></h1>
<p>With it, your programs and assistants work in the accounts of <bdi>${tenant.name}</bdi>.</p>
<dl>
${members.label === null ? html`` : renderRow('Made for', html`<bdi>${members.label}</bdi>`)}${may(members, tenant)}${ruleRow('May never do', members.deny)}${ruleRow('Asks a person first', members.ask)}${ends(members)}</dl>
${failure === undefined ? html`` : html`<p class="wrong" role="alert">${failure}</p>\n`}<p class="quiet">It is shown once, and the link has ended then. Have the place at hand where you keep it, such as a password manager.</p>
<form method="post" action="${action}">
${hiddenFields([['proof', formProof.proof]])}<div class="buttons">
<button class="main">Show my token</button>
</div>
</form>`,
  })
}

/** The token, for the only time. `address`: of the MCP endpoint. */
export const tokenPage = ({
  brand,
  tenant,
  token,
  address,
}: Pick<TokenLinkPage, 'brand' | 'tenant'> & { readonly token: string; readonly address: string }): Reply =>
  pageReply({
    brand,
    status: 200,
    title: 'Your token',
    content: html`<h1>Your token</h1>
<pre><code>${token}</code></pre>
<p>Keep it now: nobody can show it again, and whoever has it can do what you can do. If it gets lost, ask for another link, and have this token ended.</p>
<h2>In an assistant</h2>
<p>Give Claude, ChatGPT, Cursor or another client this address, and paste the token where its page asks for it:</p>
<pre><code>${address}</code></pre>
<h2>In a program</h2>
<p>Send it as <code>Authorization: Bearer …</code> to <code>/api/v1/${tenant.id}/…</code></p>`,
  })
