import Type from 'typebox'
import { approvalBounds } from '../../store/index.ts'
import { standingTimeForm } from '../standing.ts'

const digest = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description })

const members = {
  decision: Type.Enum(['approve', 'refuse']),
  reason: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'The reason, shown to the caller of the call' }),
  ),
  for: Type.Optional(
    Type.String({
      pattern: standingTimeForm,
      description:
        'With `approve`: for this time (`1m` to `24h`, or `run`: until the run of code that made the call ends), calls of the same action by the same token at the same account with the same parameters, present and absent alike, are sent without asking (free text may differ, a recipient may be missing, an amount may be smaller), if everybody whose yes is needed says so; the shortest time holds',
      examples: ['1h'],
    }),
  ),
  any: Type.Optional(
    Type.Boolean({
      description:
        'With `for`: such calls are sent whatever their parameters are, if everybody whose yes is needed says so',
    }),
  ),
}

/** A decision about a waiting call. */
export const decisionBody = Type.Object(
  { ...members, digest: digest('The `digest` of the call as it was shown: without it nothing is decided') },
  {
    additionalProperties: false,
    title: 'ApprovalDecision',
    examples: [{ decision: 'approve', digest: '3f8a1c09b2d4'.padEnd(64, '0') }],
  },
)

export type Word = Type.Static<typeof decisionBody>

/** A decision about the waiting calls of a run of code. */
export const runDecisionBody = Type.Object(
  {
    ...members,
    digest: digest('The `digest` of the list of calls as it was shown: without it nothing is decided'),
    except: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: approvalBounds.ofToken,
        description: 'The `approval_id` of each call that is taken out: it goes on waiting',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'RunDecision',
    examples: [{ decision: 'approve', digest: '3f8a1c09b2d4'.padEnd(64, '0') }],
  },
)

export type RunWord = Type.Static<typeof runDecisionBody>
