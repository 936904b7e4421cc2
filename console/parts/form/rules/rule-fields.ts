import type { AskChoice, PolicyRule } from './policy-rule.ts'

/** The conditions of a rule as a form has them: texts, with a comma or a line break between values. */
export interface RuleFields {
  readonly domains: string
  readonly recipients: string
  readonly destinations: string
  readonly currency: string
  readonly maximum: string
  readonly hour: string
  readonly day: string
  /** The patterns of `except`; exceptions with conditions of their own stay as they are. */
  readonly except: string
  /** JSON. */
  readonly where: string
}

type Members = Exclude<PolicyRule, string> & {
  readonly per?: { readonly hour?: number; readonly day?: number }
  readonly except?: Exclude<AskChoice, string>['except']
}

const toMembers = (rule: PolicyRule): Members => (typeof rule === 'string' ? { pattern: rule } : rule)

const joined = (values: readonly string[] | undefined): string => (values ?? []).join(', ')

const split = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const readRuleFields = (rule: PolicyRule): RuleFields => {
  const { where, roles = {}, per = {}, except = [] } = toMembers(rule)
  return {
    domains: joined(roles.recipient?.domain),
    recipients: joined(roles.recipient?.in),
    destinations: joined(roles.destination?.in),
    currency: roles.amount?.currency ?? '',
    maximum: roles.amount?.maximum ?? '',
    hour: String(per.hour ?? ''),
    day: String(per.day ?? ''),
    except: joined(except.filter((one): one is string => typeof one === 'string')),
    where: where === undefined ? '' : JSON.stringify(where),
  }
}

const filled = <Value>(name: string, value: Value, isFilled: boolean): object => (isFilled ? { [name]: value } : {})

const buildRoles = ({ domains, recipients, destinations, currency, maximum }: RuleFields): object => {
  const [inDomains, exact, places] = [split(domains), split(recipients), split(destinations)]
  const recipient = { ...filled('domain', inDomains, inDomains.length > 0), ...filled('in', exact, exact.length > 0) }
  const amount = { currency: currency.trim().toUpperCase(), maximum: maximum.trim() }
  return {
    ...filled('recipient', recipient, Object.keys(recipient).length > 0),
    ...filled('destination', { in: places }, places.length > 0),
    ...filled('amount', amount, amount.currency !== '' || amount.maximum !== ''),
  }
}

const readWhere = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The gateway says what is wrong with it.
    return text
  }
}

/** The rule with the conditions of the form; the pattern alone if there are none. */
export const buildRule = (rule: PolicyRule, fields: RuleFields): PolicyRule => {
  const { pattern, except: before = [] } = toMembers(rule)
  const roles = buildRoles(fields)
  const per = {
    ...filled('hour', Number(fields.hour), fields.hour.trim() !== ''),
    ...filled('day', Number(fields.day), fields.day.trim() !== ''),
  }
  const except = [...split(fields.except), ...before.filter((one) => typeof one !== 'string')]
  const members = {
    ...filled('where', readWhere(fields.where), fields.where.trim() !== ''),
    ...filled('roles', roles, Object.keys(roles).length > 0),
    ...filled('per', per, Object.keys(per).length > 0),
    ...filled('except', except, except.length > 0),
  }
  return Object.keys(members).length > 0 ? ({ pattern, ...members } as PolicyRule) : pattern
}
