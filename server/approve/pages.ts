import { type CurrentState, forRun, type Word } from '@patchbay/core/approvals'
import { errorBox, type FormError, hiddenFields, tokenField } from '../forms/form-fields.ts'
import type { FormProof } from '../forms/form-proof.ts'
import type { Reply } from '../http/exchange.ts'
import type { Brand } from '../pages/brand.ts'
import { type Html, html } from '../pages/html.ts'
import { pageReply } from '../pages/page.ts'
import { renderCall, type ShownApproval } from './call-view.ts'

export interface ApprovePage {
  readonly brand: Brand
  /** The path of the page. */
  readonly action: string
  readonly formProof: FormProof
  readonly formError?: FormError | undefined
}

/** The first page, which shows nothing of the call: a stranger may open the link. */
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

interface Offer {
  readonly text: string
  /** Members that this choice adds to the decision. */
  readonly word: Pick<Word, 'for' | 'any'>
}

/** The further calls that an approval may cover, and for how long. */
export const offers: ReadonlyMap<string, Offer> = new Map<string, Offer>([
  ['', { text: 'this call only', word: {} }],
  ['run', { text: 'also calls with these parameters, until this run of code ends', word: { for: forRun } }],
  ['1h', { text: 'also calls with these parameters, for 1 hour', word: { for: '1h' } }],
  ['24h', { text: 'also calls with these parameters, for 24 hours', word: { for: '24h' } }],
  ['1h any', { text: 'also calls with any other parameters, for 1 hour', word: { for: '1h', any: true } }],
])

/** A yes in advance, where the gateway takes one for every call that is shown. */
const timeField = (calls: readonly ShownApproval[]): Html => {
  if (!calls.every(({ may_stand }) => may_stand)) return html``
  const isOfRun = calls.every(({ run_id }) => run_id !== null)
  const shown = [...offers].filter(([value]) => value !== 'run' || isOfRun)
  return html`<fieldset>
<legend>An approval is for</legend>
${shown.map(
  ([value, { text }]) =>
    html`<label class="box"><input type="radio" name="for" value="${value}"${value === '' ? html` checked` : html``}><span>${value === '' && calls.length > 1 ? 'these calls only' : text}</span></label>\n`,
)}<p class="quiet">Such calls of the same action by the same token at the same account are sent without asking. With these parameters: only free text may differ, a recipient may be missing, and an amount may be smaller. With any other: to anybody, and for any amount. A change of the rules ends that.</p>
</fieldset>
`
}

interface DecidingPage extends ApprovePage {
  /** The digest of the call, or of the list of calls. */
  readonly digest: string
  readonly ticket: string
}

/** The fields and buttons of a decision. */
const decisionFields = (
  { formProof, formError, digest, ticket }: DecidingPage,
  calls: readonly ShownApproval[],
): Html => html`${hiddenFields([
  ['proof', formProof.proof],
  ['ticket', ticket],
  ['digest', digest],
])}${errorBox(formError)}${timeField(calls)}<label for="reason">Reason</label>
<input id="reason" name="reason" maxlength="500" autocomplete="off" aria-describedby="reason-hint">
<p class="quiet" id="reason-hint">Optional. Whoever asked is told.</p>
<div class="buttons stay">
<button class="main" name="decision" value="approve">Approve</button>
<button name="decision" value="refuse">Refuse</button>
</div>`

const decidingPage = ({ brand, formProof, formError }: DecidingPage, title: string, content: Html): Reply =>
  pageReply({
    brand,
    status: formError?.status ?? 200,
    title,
    headers: { 'set-cookie': formProof.cookie, ...formError?.headers },
    content,
  })

/** A call, and the state that it would change; `undefined`: no read shows that. */
export interface CallToDecide {
  readonly call: ShownApproval
  readonly now: CurrentState | undefined
}

/** The second page: the whole call, nothing cut, what it would change, and the two buttons. */
export const decidePage = (page: DecidingPage, { call, now }: CallToDecide): Reply =>
  decidingPage(
    page,
    `Approve ${call.action} at ${call.provider}?`,
    html`<h1>Approve <bdi>${call.action}</bdi> at <bdi>${call.provider}</bdi>?</h1>
${renderCall(call, now, 2)}<form method="post" action="${page.action}">
${decisionFields(page, [call])}
</form>`,
  )

/** The name of the box of a call of a run: the calls whose boxes are checked are decided. */
export const boxName = (approvalId: string): string => `call-${approvalId}`

/** The second page where several calls of one run of code wait: all of them, whole, decided by one word. */
export const decideRunPage = (page: DecidingPage, calls: readonly CallToDecide[]): Reply => {
  const title = `Approve ${calls.length} calls?`
  return decidingPage(
    page,
    title,
    html`<h1>${title}</h1>
<p>They come from one run of code, and are decided together. A call whose box isn’t checked goes on waiting.</p>
<form method="post" action="${page.action}">
${calls.map(
  ({ call, now }, nth) => html`<section>
<h2>${`${nth + 1}. `}<bdi>${call.action}</bdi> at <bdi>${call.provider}</bdi></h2>
<label class="box"><input type="checkbox" name="${boxName(call.approval_id)}" value="on" checked><span>Decide about this call</span></label>
${renderCall(call, now, 3)}</section>
`,
)}${decisionFields(
  page,
  calls.map(({ call }) => call),
)}
</form>`,
  )
}
