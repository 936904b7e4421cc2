import { type AccessPolicy, accessPatternSchema, accessRuleWarnings, mostPatterns } from '@patchbay/core/access'
import type { Domain } from '@patchbay/core/schema'
import type { AllowEntry, AskEntry, CountedRule, DenyEntry, ParameterCondition } from '@patchbay/core/store'
import Type from 'typebox'
import { closed } from './schemas.ts'

const pattern = Type.String({ ...accessPatternSchema, description: 'An access pattern' })
const names = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 320 }), { minItems: 1, maxItems: mostPatterns, description })

const domain = Type.String({
  maxLength: 253,
  pattern: '^(\\*\\.)?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$',
  errorMessage: 'must be a domain like acme.com, or *.acme.com for its subdomains',
})

const amount = Type.Object(
  {
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      errorMessage: 'must be the code of a currency in capitals, like EUR',
      description: 'A call in another currency, or in none, counts against the call',
    }),
    maximum: Type.String({
      pattern: '^[0-9]{1,15}(\\.[0-9]{1,6})?$',
      errorMessage: 'must be an amount as people write it, in quotes, like "50.00"',
      description: 'The most that all amounts of the call may come to, as people write it: `50.00`',
    }),
  },
  closed,
)

const roles = Type.Object(
  {
    recipient: Type.Optional(
      Type.Object(
        {
          domain: Type.Optional(
            Type.Array(domain, { minItems: 1, maxItems: mostPatterns, description: 'The domains of addresses' }),
          ),
          in: Type.Optional(names('Addresses, users, numbers or channels')),
        },
        { ...closed, minProperties: 1 },
      ),
    ),
    destination: Type.Optional(
      Type.Object({ in: names('Folders, repositories, lists, accounts, as the parameters name them') }, closed),
    ),
    amount: Type.Optional(amount),
  },
  {
    ...closed,
    minProperties: 1,
    description: 'Conditions over the values of the parameters that have a role; all must hold',
    examples: [{ amount: { currency: 'EUR', maximum: '50.00' } }],
  },
)

const most = (unit: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: `The most calls in a UTC ${unit}` }))

const per = Type.Object(
  { hour: most('hour'), day: most('day') },
  {
    ...closed,
    minProperties: 1,
    description: 'Bounds the calls that the rule lets through; beyond it the rule covers none',
    examples: [{ day: 20 }],
  },
)

/** The example of a rule with conditions, member by member. */
const refund: CountedRule = {
  pattern: 'stripe:create_refund',
  roles: { amount: { currency: 'EUR', maximum: '50.00' } },
  per: { day: 20 },
}

const conditions = {
  pattern: Type.String({ ...accessPatternSchema, description: 'An access pattern', examples: [refund.pattern] }),
  where: Type.Optional(
    Type.Unsafe<ParameterCondition>(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'A JSON Schema over the parameters, with a pattern that names one action: in `allow` and `except` a name that it mentions must be there',
        examples: [{ properties: { reason: { const: 'duplicate' } } }],
      }),
    ),
  ),
  roles: Type.Optional(roles),
}

const counted = { ...conditions, per: Type.Optional(per) }

const lettingRule = Type.Unsafe<AllowEntry>(
  Type.Union([pattern, Type.Object(counted, { ...closed, title: 'CountedRule' })]),
)
const denyRule = Type.Unsafe<DenyEntry>(
  Type.Union([pattern, Type.Object(conditions, { ...closed, title: 'ConditionalRule' })]),
)
const except = Type.Optional(
  Type.Array(lettingRule, { maxItems: mostPatterns, description: 'The calls that this rule does not ask about' }),
)
const askRule = Type.Unsafe<AskEntry>(
  Type.Union([pattern, Type.Object({ ...conditions, except }, { ...closed, title: 'AskingRule' })]),
)

const list = { maxItems: mostPatterns }

/** Rules that were stored and say something in vain; left out: there are none. */
export const ruleWarnings = Type.Optional(
  Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
    description: 'Rules that are stored but have no effect, by their JSON pointers; left out where there are none',
  }),
)

/** The warnings as a member of an answer. */
export const withWarnings = (policy: AccessPolicy, path: string, domains: ReadonlyMap<string, Domain>) => {
  const warnings = accessRuleWarnings(policy, path, domains)
  return warnings.length > 0 ? { warnings: [...warnings] } : {}
}

/** The rules of a list `allow`. */
export const allowRules = (description: string) =>
  Type.Unsafe<readonly AllowEntry[]>(
    Type.Array(lettingRule, { ...list, description, examples: [['hubspot:read', refund]] }),
  )

export const denyRules = (description: string) =>
  Type.Unsafe<readonly DenyEntry[]>(
    Type.Array(denyRule, { ...list, description, examples: [['stripe:create_refund@live']] }),
  )

export const askRules = (description: string) =>
  Type.Unsafe<readonly AskEntry[]>(
    Type.Array(askRule, { ...list, description, examples: [[{ pattern: '*:pays', except: [refund] }, '*:sends']] }),
  )
