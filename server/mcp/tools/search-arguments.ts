import { asFile, dryRun, fresh, repetitionParameters, resultFields } from '@patchbay/core/schema'
import Type from 'typebox'

const mostMatches = 20
/** The number of actions that are found if the caller names none. */
export const usualMatches = 5

const closed = { additionalProperties: false }
const provider = Type.String({ maxLength: 64, description: 'Id of the provider, as find_actions names it' })
const action = Type.String({ maxLength: 64, description: 'Name of the action' })

/** The arguments of `find_actions`. */
export const findArguments = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'What you want to do, in a few words of English, e.g. refund a payment',
    }),
    provider: Type.Optional(Type.String({ maxLength: 64, description: "Only this provider's actions" })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: mostMatches, description: `Number of results; left out: ${usualMatches}` }),
    ),
  },
  closed,
)

/** The arguments of `describe_action`. */
export const describeArguments = Type.Object(
  {
    provider,
    action,
    pointer: Type.Optional(
      Type.String({ maxLength: 1000, description: 'A `deeper` pointer from an earlier description: shows that part' }),
    ),
  },
  closed,
)

/** The arguments of the action `find` of a domain's tool. */
export const findWithin = Type.Object(
  { query: findArguments.properties.query, limit: findArguments.properties.limit },
  closed,
)

/** The arguments of the action `describe` of a domain's tool. */
export const describeWithin = Type.Object({ name: action, pointer: describeArguments.properties.pointer }, closed)

/** The arguments of `call_read` and `call_write` together. Their `parameters` are those of the action. */
export const callArguments = Type.Object(
  {
    provider,
    action,
    account_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'Which account, where describe_action lists several' }),
    ),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "The action's parameters, as describe_action shows" }),
    ),
    result_fields: Type.Optional(resultFields),
    dry_run: Type.Optional(dryRun),
    as_file: Type.Optional(asFile),
    idempotency_key: Type.Optional(repetitionParameters.idempotency_key),
    repeat: Type.Optional(repetitionParameters.repeat),
    fresh: Type.Optional(fresh),
    continuation: Type.Optional(
      Type.String({ maxLength: 1000, description: 'The `continuation` of a truncated result: returns the next part' }),
    ),
  },
  closed,
)

// A call that reads has no use for these.
const { idempotency_key: _key, repeat: _repeat, ...readMembers } = callArguments.properties
export const callReadArguments = Type.Object(readMembers, closed)

const { fresh: _fresh, ...writeMembers } = callArguments.properties
export const callWriteArguments = Type.Object(writeMembers, closed)
