/*
 * The rules of a policy as administrators write them and stores hold them. A text is a pattern alone; `core/access` reads both.
 */

/** A JSON Schema over a call's parameters, in the keywords that `core/access` judges. */
export type ParameterCondition = Readonly<Record<string, unknown>>

/** Conditions over the values of the parameters that have a role. */
export interface RoleConditions {
  /** Recipients: in these domains (`*.acme.com`: their subdomains), or among these. */
  readonly recipient?: { readonly domain?: readonly string[]; readonly in?: readonly string[] }
  readonly destination?: { readonly in?: readonly string[] }
  /** The call's total, as people write it: `50.00`. */
  readonly amount?: { readonly currency: string; readonly maximum: string }
}

/** A rule of `deny`: it applies to the calls of the pattern for which the conditions hold. */
export interface ConditionalRule {
  readonly pattern: string
  readonly where?: ParameterCondition
  readonly roles?: RoleConditions
}

/** A rule of `allow` and `except`: `per` bounds the calls that it lets through in an hour and a day of UTC. */
export interface CountedRule extends ConditionalRule {
  readonly per?: { readonly hour?: number; readonly day?: number }
}

/** A rule of `ask`, with the calls that it doesn't ask about. */
export interface AskingRule extends ConditionalRule {
  readonly except?: readonly AllowEntry[]
}

/** The entries of the lists of a policy. */
export type AllowEntry = string | CountedRule
export type DenyEntry = string | ConditionalRule
export type AskEntry = string | AskingRule
