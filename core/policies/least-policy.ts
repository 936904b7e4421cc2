import { findAccounts } from '../rules/index.ts'
import { decideUses, type Subject } from './decided-uses.ts'
import { sumByAction, type UsedAction } from './used-actions.ts'
import type { Use } from './uses.ts'

/** The narrowest `allow` that covers all uses, and the narrowest `ask` that still asks about as many of them. */
export interface LeastPolicy {
  /** A pattern for each used action, with its account if the tenant has others that weren't used. No pattern can be left out. */
  readonly allow: readonly string[]
  /** The same patterns with all reads of the providers that were read. */
  readonly wider: readonly string[]
  /** The same patterns with the classes of the writes that were used, where a write has a single class. */
  readonly classes: readonly string[]
  /** A pattern for each used action that the subject's own `ask` covers. */
  readonly ask: readonly string[]
  /** The used actions. Calls that were refused when they were made don't count. */
  readonly used: readonly UsedAction[]
  /** The used actions that the policies in force refuse. */
  readonly refused: readonly UsedAction[]
  /** The used actions that wait for a person's yes under the policies in force. */
  readonly asked: readonly UsedAction[]
  /** The actions that can't be called any more. */
  readonly gone: readonly UsedAction[]
}

export const leastPolicy = (subject: Subject, uses: readonly Use[]): LeastPolicy => {
  const decided = decideUses(subject, uses).filter(({ admitted }) => admitted > 0)
  const used = sumByAction(decided.filter(({ kind, refusal }) => kind !== undefined && !refusal))
  // Rules of others stay as they are.
  const owner = subject.tokenId === undefined ? 'tenant' : 'token'
  const ownRuleUses = sumByAction(decided.filter(({ askRule }) => askRule?.owner === owner))
  return {
    allow: buildPatterns(subject, used, ({ action }) => action),
    wider: buildPatterns(subject, used, ({ kind, action }) => (kind === 'read' ? 'read' : action)),
    classes: buildPatterns(subject, used, (action) => findOnlyClass(subject, action) ?? action.action),
    ask: buildPatterns(subject, ownRuleUses, ({ action }) => action),
    used,
    asked: sumByAction(decided.filter(({ askRule }) => askRule !== undefined)),
    refused: sumByAction(decided.filter(({ refusal }) => refusal !== undefined)),
    gone: sumByAction(decided.filter(({ kind }) => kind === undefined)),
  }
}

/** The class of a write that has one only: the pattern of a class would let more through than was used of a write with several. */
const findOnlyClass = ({ domains }: Subject, { provider, action, kind }: UsedAction): string | undefined => {
  if (kind === 'read') return 'read'
  const [only, ...others] = kind === 'write' ? (domains.get(provider)?.source.classes(action) ?? []) : []
  return others.length === 0 ? only : undefined
}

const buildPatterns = (
  { tenant }: Subject,
  used: readonly UsedAction[],
  chooseWhat: (action: UsedAction) => string,
): readonly string[] => {
  const groups = Map.groupBy(used, (action) => `${action.provider}:${chooseWhat(action)}`)
  return [...groups]
    .flatMap(([pattern, group]) => {
      const accounts = new Set(group.map(({ account }) => account))
      const configured = findAccounts(tenant.providers, group[0]?.provider ?? '') ?? []
      return configured.every(({ id }) => accounts.has(id)) ? [pattern] : [...accounts].map((id) => `${pattern}@${id}`)
    })
    .toSorted()
}
