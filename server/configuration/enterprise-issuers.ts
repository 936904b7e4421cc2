import { accessPatternFaults, parsePattern } from '@patchbay/core/access'
import type { Domain } from '@patchbay/core/schema'
import Type from 'typebox'

const url = Type.String({ pattern: '^https?://[^?#@\\s]+$', maxLength: 500 })

const ruleSchema = Type.Object(
  {
    /** A claim of the assertion, and the value that it must have or hold; left out: all users of the issuer. */
    claim: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    value: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    tenant: Type.String({ minLength: 1, maxLength: 64 }),
    /** Access patterns, separated by spaces. */
    scope: Type.String({ minLength: 1, maxLength: 8192 }),
  },
  { additionalProperties: false },
)

const issuerSchema = Type.Object(
  {
    issuer: url,
    /** Unset: the address in the issuer's metadata. */
    jwks_uri: Type.Optional(url),
    rules: Type.Array(ruleSchema, { minItems: 1, maxItems: 100 }),
  },
  { additionalProperties: false },
)

export const enterpriseIssuersSchema = Type.Array(issuerSchema, { maxItems: 20 })

/** An identity provider whose users need not paste a tenant token: the first rule that fits a user says what the user may do. */
export type EnterpriseIssuer = Type.Static<typeof issuerSchema>
export type EnterpriseRule = Type.Static<typeof ruleSchema>

/** The patterns of a rule. */
export const splitRuleScope = ({ scope }: Pick<EnterpriseRule, 'scope'>): readonly string[] =>
  scope.split(' ').filter((text) => text !== '')

/** Parses the issuers; the schema checks their form. Throws TypeError for faults that a schema can't express. */
export const parseEnterpriseIssuers = (json: string): EnterpriseIssuer[] => {
  const issuers = JSON.parse(json) as EnterpriseIssuer[]
  if (new Set(issuers.map(({ issuer }) => issuer)).size < issuers.length)
    throw new TypeError('an issuer is listed twice')
  for (const rule of issuers.flatMap(({ rules }) => rules)) {
    if ((rule.claim === undefined) !== (rule.value === undefined)) throw new TypeError('claim without value')
    if (!splitRuleScope(rule).every((text) => parsePattern(text))) throw new TypeError('no access pattern')
  }
  return issuers
}

/** Patterns that name a provider or an action that isn't registered. */
export const unknownPatterns = (issuers: readonly EnterpriseIssuer[], domains: ReadonlyMap<string, Domain>): string[] =>
  issuers.flatMap(({ rules }) =>
    rules.flatMap((rule) => {
      const patterns = splitRuleScope(rule)
      return accessPatternFaults(patterns, '', domains).map(
        ({ path, message }) => `ENTERPRISE_ISSUERS: the scope ${patterns[Number(path.slice(1))]} ${message}`,
      )
    }),
  )
