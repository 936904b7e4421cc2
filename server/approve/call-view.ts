import type { CurrentState } from '@patchbay/core/approvals'
import { describeMarks, splitJson } from '@patchbay/core/shown-text'
import { type Html, html, shownHtml } from '../pages/html.ts'
import { renderRow } from '../pages/row.ts'

/** The members of a waiting call that a person sees once the token is proved. */
export interface ShownApproval {
  readonly approval_id: string
  readonly provider: string
  readonly account: string
  readonly action: string
  readonly rule: string
  readonly token_id: string
  readonly identity: string | null
  readonly parameters: unknown
  readonly request: unknown
  readonly roles: {
    readonly recipient: readonly string[]
    readonly destination: readonly string[]
    readonly amount: readonly string[]
    readonly derives: readonly string[]
  }
  readonly refused_before: { readonly at: string; readonly by: string; readonly reason: string | null } | null
  /** True if its approval can cover further calls. */
  readonly may_stand: boolean
  readonly run_id: string | null
  readonly digest: string
  readonly expires_at: string
  readonly needed: number
  readonly decisions: readonly unknown[]
}

/** A value as JSON, and a line that says how much of it nobody would see. */
const pretty = (value: unknown): Html => {
  const pieces = splitJson(value, 2)
  const marks = describeMarks(pieces)
  return html`<pre><code>${shownHtml(pieces)}</code></pre>${marks === undefined ? html`` : html`\n<p class="wrong" role="note">${shownHtml([{ kind: 'plain', text: marks }])}</p>`}`
}

/** The level of the headings within a call: one below that of its name. */
type Level = 2 | 3

const heading = (level: Level, text: string): Html => (level === 2 ? html`<h2>${text}</h2>` : html`<h3>${text}</h3>`)

/** The current state of the record that the call would change. */
const showCurrent = (now: CurrentState | undefined, level: Level): Html => {
  if (!now) return html``
  return html`${heading(level, 'What is there now')}
${now.reason === null ? pretty(now.data) : html`<p>It can’t be shown: ${now.reason}.</p>`}
`
}

/** The values of one role, such as recipients or amounts. */
const roleRow = (name: string, values: readonly string[], isDerived: boolean): Html => {
  const shown = isDerived ? [...values, 'others that the provider adds'] : values
  return shown.length === 0
    ? html``
    : renderRow(
        name,
        html`<strong>${shown.map((value, nth) => html`${nth === 0 ? '' : ', '}<bdi>${value}</bdi>`)}</strong>`,
      )
}

const roleRows = ({ roles: { recipient, destination, amount, derives } }: ShownApproval): readonly Html[] => [
  roleRow('To', recipient, derives.includes('recipient')),
  roleRow('Amount', amount, false),
  roleRow('In', destination, derives.includes('destination')),
]

const refusalNote = ({ refused_before: refusal }: ShownApproval): Html =>
  refusal
    ? html`<p class="wrong" role="note">${refusal.by} refused the same call at ${refusal.at}${refusal.reason === null ? '' : `: ${refusal.reason}`}.</p>\n`
    : html``

/** The whole call: no value is cut; the request is folded. */
export const renderCall = (
  call: ShownApproval,
  now: CurrentState | undefined,
  level: Level,
): Html => html`${refusalNote(call)}<dl>
${renderRow('Account', html`<bdi>${call.provider}/${call.account}</bdi>`)}${roleRows(call)}${renderRow('Asked by the token', html`<code>${call.token_id}</code>`)}${renderRow('Because of the rule', html`<code>${call.rule}</code>`)}${renderRow('Expires', html`${call.expires_at}`)}${renderRow('Approvals', html`${`${call.decisions.length} of ${call.needed}`}`)}</dl>
${heading(level, 'Parameters')}
${pretty(call.parameters)}
<details>
<summary>Request</summary>
<p class="quiet">Exactly this is sent once, with the credential of the account.</p>
${pretty(call.request)}
</details>
${showCurrent(now, level)}`
