import type { ApiSchemas } from '../../../state/gateway/api.ts'

type Entry<List extends 'allow' | 'deny' | 'ask'> = NonNullable<ApiSchemas['TenantToken'][List]>[number]

/** The rules of a list: a pattern, or one with conditions. */
export type AllowChoice = Entry<'allow'>
export type DenyChoice = Entry<'deny'>
export type AskChoice = Entry<'ask'>
export type PolicyRule = AllowChoice | DenyChoice | AskChoice

export const patternOf = (rule: PolicyRule): string => (typeof rule === 'string' ? rule : rule.pattern)

/** Identifies a rule within its list. */
export const ruleKey = (rule: PolicyRule): string => (typeof rule === 'string' ? rule : JSON.stringify(rule))
