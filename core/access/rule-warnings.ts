import type { Detail } from '../errors.ts'
import type { Domain } from '../schema/index.ts'
import type { AllowEntry, CountedRule } from '../store/index.ts'
import { toPattern } from './compare-patterns.ts'
import { isWithin } from './narrow-patterns.ts'
import { parsePattern } from './patterns.ts'
import type { AccessPolicy } from './policy-level.ts'

type Domains = ReadonlyMap<string, Domain>

const isConditional = (entry: AllowEntry): entry is CountedRule =>
  typeof entry === 'object' && (entry.where !== undefined || entry.roles !== undefined || entry.per !== undefined)

/** Conditions beside a rule without any that lets the same calls through. */
const voidWarnings = (entries: readonly AllowEntry[], path: string, domains: Domains): Detail[] => {
  const plain = entries.filter((entry) => !isConditional(entry)).map(toPattern)
  return entries.flatMap((entry, index) => {
    if (!isConditional(entry)) return []
    const wider = plain.find((pattern) => isWithin([entry.pattern], [pattern], domains))
    if (wider === undefined) return []
    return [{ path: `${path}/${index}`, message: `has no effect, as ${wider} lets all of its calls through` }]
  })
}

/** Amounts of an action that doesn't say their currency: no call of it is let through. */
const amountWarnings = (entries: readonly AllowEntry[], path: string, domains: Domains): Detail[] =>
  entries.flatMap((entry, index) => {
    if (typeof entry === 'string' || !entry.roles?.amount) return []
    const { provider = '', what = '' } = parsePattern(entry.pattern) ?? {}
    const amount = domains.get(provider)?.source.action(what)?.roles?.amount
    if (!amount || amount.currency !== undefined) return []
    return [
      {
        path: `${path}/${index}/roles/amount`,
        message: `lets no call through, as no parameter of ${entry.pattern} says the currency; bound ${amount.at.join(' and ')} by where`,
      },
    ]
  })

/** The entries of a policy that have no effect, for a body with its lists at `path`. */
export const accessRuleWarnings = ({ allow, ask }: AccessPolicy, path: string, domains: Domains): readonly Detail[] => {
  const warningsOf = (entries: readonly AllowEntry[], at: string): Detail[] => [
    ...voidWarnings(entries, at, domains),
    ...amountWarnings(entries, at, domains),
  ]
  return [
    ...warningsOf(allow ?? [], `${path}/allow`),
    ...(ask ?? []).flatMap((rule, index) =>
      typeof rule === 'string' ? [] : warningsOf(rule.except ?? [], `${path}/ask/${index}/except`),
    ),
  ]
}
