/** The forms of approvals, of waiting runs and of standing approvals in answers. */
import { type ApprovalRecord, approvalStates } from '@patchbay/core/store'
import Type from 'typebox'
import { hashId, instant, orNull } from '../../route/values/schemas.ts'

const nullable = (description?: string) => orNull(Type.String(), description)

const members = {
  approval_id: Type.String(),
  tenant: Type.String(),
  state: Type.Enum([...approvalStates], {
    description: '`done`, `failed` and `unknown` are what became of the approved call',
  }),
  provider: Type.String(),
  account: Type.String(),
  action: Type.String(),
  rule: Type.String({ description: 'Whose rule asks, and its pattern', examples: ['tenant stripe:write'] }),
  source: Type.Enum(['rest', 'mcp']),
  token_id: hashId('The token that asked'),
  tenant_token_id: orNull(hashId(), 'Its tenant token; `null`: an identity provider granted the access'),
  request_id: Type.String(),
  run_id: nullable('The run of code that made the call; the waiting calls of a run are decided together'),
  refused_before: orNull(
    Type.Object({
      approval_id: Type.String(),
      at: instant(),
      by: Type.String({ description: 'Who refused it' }),
      reason: nullable(),
    }),
    'The newest refusal of an equal call of the tenant within the day before',
  ),
  digest: Type.String({ description: 'Of everything that is shown; a decision names it' }),
  created_at: instant(),
  expires_at: instant('When it expires, if nobody decides'),
  ended_at: orNull(instant()),
  needed: Type.Integer({ description: 'How many people have to approve' }),
  decisions: Type.Array(
    Type.Object({
      decision: Type.Enum(['approve', 'refuse']),
      by: Type.Enum(['admin', 'token'], { description: 'An administrator, or the holder of a tenant token' }),
      id: Type.String(),
      name: Type.String(),
      at: instant(),
      reason: nullable(),
      for: nullable('For how long calls with the same parameters need no other yes, if everybody says so'),
      any: Type.Boolean({ description: 'Whether that goes for any parameters, if everybody says so' }),
    }),
  ),
  reason: nullable('Why it was not carried out'),
  entry_id: nullable('The audit entry of the call, once it was sent'),
}

export const approvalJson = Type.Object(members, { title: 'Approval' })

export const listedJson = Type.Object(
  {
    ...members,
    subject: nullable(
      'What tells the call from others of its action, shortened to one line: amount, recipients and destinations, then plain parameters by name; `null`: nothing does',
    ),
  },
  { title: 'ListedApproval' },
)

export const wholeJson = Type.Object(
  {
    ...members,
    identity: nullable('Whose account it is, as far as the gateway knows'),
    parameters: Type.Unknown({ description: 'All parameters of the call; `null`: what is stored can not be read' }),
    request: Type.Unknown({ description: 'The request that the provider gets, without the credential' }),
    may_stand: Type.Boolean({ description: 'Whether a decision about the call may have `for`' }),
    roles: Type.Object(
      {
        recipient: Type.Array(Type.String()),
        destination: Type.Array(Type.String()),
        amount: Type.Array(Type.String(), { description: 'The total in units of people where the currency is known' }),
        derives: Type.Array(Type.String(), { description: 'The roles of which the provider adds some' }),
      },
      { description: 'Who gets something, where it goes, and how much it is, as far as the action declares it' },
    ),
  },
  { title: 'WholeApproval' },
)

export const runJson = Type.Object(
  {
    run_id: Type.String(),
    tenant: members.tenant,
    digest: Type.String({ description: 'Of the list of calls; a decision names it' }),
    calls: Type.Array(wholeJson, { description: 'The calls that wait, the oldest first' }),
  },
  { title: 'WaitingRun' },
)

export const standingJson = Type.Object(
  {
    approval_id: Type.String({ description: 'The approval with which it was given' }),
    tenant: members.tenant,
    provider: members.provider,
    account: members.account,
    action: members.action,
    rule: members.rule,
    token_id: hashId('The token whose calls pass'),
    run_id: nullable('The run of code whose further calls pass; `null`: all calls of the token'),
    any: Type.Boolean({
      description:
        'Whether calls pass whatever their parameters are; otherwise all of these must equal those of the approved call, which `GET /admin/approvals/<approval_id>` shows',
    }),
    given_by: Type.Array(Type.Object({ by: Type.Enum(['admin', 'token']), id: Type.String(), name: Type.String() })),
    created_at: instant(),
    expires_at: instant('Until then calls pass'),
  },
  { title: 'StandingApproval' },
)

export const nowJson = Type.Object(
  {
    read: nullable('The action that reads it; `null`: the call changes nothing that is there, or no read shows it'),
    data: Type.Unknown({ description: 'Its answer, up to 64 KiB' }),
    reason: nullable('Why it can not be shown'),
  },
  { title: 'CurrentState' },
)

/** The members of an approval that a decision changes. */
export const showDecision = ({ state, decisions, reason }: ApprovalRecord) => ({
  state,
  decisions: decisions.map(({ decision, name, reason: why }) => ({ decision, name, reason: why })),
  reason,
})

/** The same by the approvals' ids. */
export const showDecisions = (records: readonly ApprovalRecord[]) =>
  Object.fromEntries(records.map((record) => [record.id, showDecision(record)]))
