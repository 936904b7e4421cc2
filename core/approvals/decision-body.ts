import Type from 'typebox'
import { standingTimeForm } from './standing.ts'

/** A decision about a waiting call. */
export const decisionBody = Type.Object(
  {
    decision: Type.Enum(['approve', 'refuse']),
    digest: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'The `digest` of the call as it was shown: without it nothing is decided',
    }),
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'The reason, shown to the caller of the call' }),
    ),
    for: Type.Optional(
      Type.String({
        pattern: standingTimeForm,
        description:
          'With `approve`: for this time (`1m` to `24h`), calls of the same action by the same token at the same account with the same parameters, present and absent alike, are sent without asking (free text may differ, a recipient may be missing, an amount may be smaller), if everybody whose yes is needed says so; the shortest time holds',
        examples: ['1h'],
      }),
    ),
    any: Type.Optional(
      Type.Boolean({
        description:
          'With `for`: such calls are sent whatever their parameters are, if everybody whose yes is needed says so',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'ApprovalDecision',
    examples: [{ decision: 'approve', digest: '3f8a1c09b2d4'.padEnd(64, '0') }],
  },
)

export type Word = Type.Static<typeof decisionBody>
