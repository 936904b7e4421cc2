import { type CurrentState, canStand, type Word } from '@patchbay/core/approvals'
import { describeMarks, splitJson } from '@patchbay/core/shown-text'
import { errorBox, type FormError, hiddenFields, tokenField } from '../forms/form-fields.ts'
import type { FormProof } from '../forms/form-proof.ts'
import type { Reply } from '../http/exchange.ts'
import { type Html, html, shownHtml } from '../pages/html.ts'
import { type Brand, pageReply } from '../pages/page.ts'
import { renderRow } from '../pages/row.ts'

/** What a person sees of a waiting call, once the token is proved. */
export interface ShownApproval {
  readonly provider: string
  readonly account: string
  readonly action: string
  readonly rule: string
  readonly token_id: string
  readonly identity: string | null
  readonly parameters: unknown
  readonly request: unknown
  readonly digest: string
  readonly expires_at: string
  readonly needed: number
  readonly decisions: readonly unknown[]
}

export interface ApprovePage {
  readonly brand: Brand
  /** The path of the page. */
  readonly action: string
  readonly formProof: FormProof
  readonly formError?: FormError | undefined
}

/** The first page: it says nothing of the call, as whoever opens the link may be a stranger. */
export const provePage = ({ brand, action, formProof, formError }: ApprovePage): Reply =>
  pageReply({
    brand,
    status: formError?.status ?? 200,
    title: 'A call waits for your decision',
    headers: { 'set-cookie': formProof.cookie, ...formError?.headers },
    content: html`<h1>A call waits for your decision</h1>
<p>Prove who you are to see it.</p>
<form method="post" action="${action}">
${hiddenFields([['proof', formProof.proof]])}${errorBox(formError)}${tokenField(
  formError,
  'A token that may approve calls. Your administrator gave it to you.',
)}
<div class="buttons">
<button class="main" name="decision" value="continue">Continue</button>
</div>
</form>`,
  })

/** A value as JSON, and a line that says how much of it nobody would see. */
const pretty = (value: unknown): Html => {
  const pieces = splitJson(value, 2)
  const marks = describeMarks(pieces)
  return html`<pre><code>${shownHtml(pieces)}</code></pre>${marks === undefined ? html`` : html`\n<p class="wrong" role="note">${shownHtml([{ kind: 'plain', text: marks }])}</p>`}`
}

/** What the call would change. */
const showCurrent = (now: CurrentState | undefined): Html => {
  if (!now) return html``
  return html`<h2>What is there now</h2>
${now.reason === null ? pretty(now.data) : html`<p>It can’t be shown: ${now.reason}.</p>`}
`
}

interface Offer {
  readonly text: string
  /** What the decision says besides. */
  readonly word: Pick<Word, 'for' | 'any'>
}

/** For which calls, and for how long, a yes may also be one. */
export const offers: ReadonlyMap<string, Offer> = new Map<string, Offer>([
  ['', { text: 'this call only', word: {} }],
  ['1h', { text: 'also calls with these parameters, for 1 hour', word: { for: '1h' } }],
  ['24h', { text: 'also calls with these parameters, for 24 hours', word: { for: '24h' } }],
  ['1h any', { text: 'also calls with any other parameters, for 1 hour', word: { for: '1h', any: true } }],
])

/** A yes in advance; not for raw requests, as each may be another request. */
const timeField = ({ action }: ShownApproval): Html =>
  canStand(action, [])
    ? html`<fieldset>
<legend>An approval is for</legend>
${[...offers].map(
  ([value, { text }]) =>
    html`<label class="box"><input type="radio" name="for" value="${value}"${value === '' ? html` checked` : html``}><span>${text}</span></label>\n`,
)}<p class="quiet">Such calls of this action by the same token at the same account are sent without asking. With these parameters: only free text may differ, a recipient may be missing, and an amount may be smaller. With any other: to anybody, and for any amount. Not for what moves money, changes rights, or is not described. A change of the rules ends that.</p>
</fieldset>
`
    : html``

interface DecidePage extends ApprovePage {
  readonly call: ShownApproval
  readonly now: CurrentState | undefined
  readonly ticket: string
}

/** The second page: the whole call, nothing cut, what it would change, and the two buttons. */
export const decidePage = (page: DecidePage): Reply => {
  const { brand, action, formProof, formError, call, now, ticket } = page
  const hidden = hiddenFields([
    ['proof', formProof.proof],
    ['ticket', ticket],
    ['digest', call.digest],
  ])
  return pageReply({
    brand,
    status: formError?.status ?? 200,
    title: `Approve ${call.action} at ${call.provider}?`,
    headers: { 'set-cookie': formProof.cookie, ...formError?.headers },
    content: html`<h1>Approve <bdi>${call.action}</bdi> at <bdi>${call.provider}</bdi>?</h1>
<dl>
${renderRow('Account', html`<bdi>${call.provider}/${call.account}</bdi>`)}${renderRow('Asked by the token', html`<code>${call.token_id}</code>`)}${renderRow('Because of the rule', html`<code>${call.rule}</code>`)}${renderRow('Expires', html`${call.expires_at}`)}${renderRow('Approvals', html`${`${call.decisions.length} of ${call.needed}`}`)}</dl>
<h2>Parameters</h2>
${pretty(call.parameters)}
<h2>Request</h2>
<p class="quiet">Exactly this is sent once, with the credential of the account.</p>
${pretty(call.request)}
${showCurrent(now)}<form method="post" action="${action}">
${hidden}${errorBox(formError)}${timeField(call)}<label for="reason">Reason</label>
<input id="reason" name="reason" maxlength="500" autocomplete="off" aria-describedby="reason-hint">
<p class="quiet" id="reason-hint">Optional. Whoever asked is told.</p>
<div class="buttons stay">
<button class="main" name="decision" value="approve">Approve</button>
<button name="decision" value="refuse">Refuse</button>
</div>
</form>`,
  })
}
