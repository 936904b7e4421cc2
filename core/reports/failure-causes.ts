import { accountOfKey, type EntryGroup } from '../store/index.ts'

/** Calls that failed for the same cause: of one provider, with the same status and code, and a reason that differs in numbers and ids alone. */
export interface FailureCause {
  /** `null`: they failed before they named one. */
  readonly provider: string | null
  readonly status: number
  readonly code: string
  /** The reason of the last one. */
  readonly reason: string | null
  /** The longest text that all of their reasons share; `null`: they share none that a search could use. */
  readonly shared_reason: string | null
  readonly calls: number
  /** Ids of the first and the last entry. */
  readonly first: string
  readonly last: string
  readonly tenants: SeenValues
  readonly accounts: SeenValues
  readonly actions: SeenValues
  readonly tokens: SeenValues
}

/** The different values of a member: how many, and which one if it is the same in all. */
interface SeenValues {
  readonly count: number
  readonly only: string | null
}

/**
 * The parts in which two failures of the same cause differ: ids, numbers with their units, and times. Each begins where its letters do:
 * otherwise a text of words that hyphens join would be read once from each of them.
 */
const variable = /[0-9a-f]{8}-[0-9a-f-]{20,}|(?<![\w-])[A-Za-z_-]*\d[\w.:-]*\b/g
/** A shorter text would be found in other reasons, too. */
const leastShared = 6
/** The parameter that looks for it takes no more. */
const mostShared = 200

const findShared = (reason: string): string | null => {
  const pieces = reason.split(variable).map((piece) => piece.trim())
  const [longest = ''] = pieces.toSorted((one, other) => other.length - one.length)
  return longest.length < leastShared ? null : longest.slice(0, mostShared)
}

interface Collected {
  readonly newest: EntryGroup
  readonly calls: number
  readonly first: string
  readonly tenants: Set<string>
  readonly accounts: Set<string>
  readonly actions: Set<string>
  readonly tokens: Set<string>
}

const addTo = (values: Set<string>, value: string | null): void => {
  if (value !== null) values.add(value)
}

const see = (values: ReadonlySet<string>): SeenValues => {
  const [first = null] = values
  return { count: values.size, only: values.size === 1 ? first : null }
}

/** More causes than this are not told apart: reasons may be any text. */
const mostCauses = 2000

const fingerprint = ({ key, status, code, reason }: EntryGroup): string => {
  const provider = key === null ? '' : accountOfKey(key).provider
  return [provider, status, code, reason?.replaceAll(variable, '…')].join('\n')
}

const isFailedCall = ({ outcome, source }: EntryGroup): boolean =>
  outcome === 'error' && (source === 'rest' || source === 'mcp')

const toCause = ({ newest, calls, first, ...sets }: Collected): FailureCause => ({
  provider: newest.key === null ? null : accountOfKey(newest.key).provider,
  status: newest.status ?? 0,
  code: newest.code ?? String(newest.status),
  reason: newest.reason,
  shared_reason: newest.reason === null ? null : findShared(newest.reason),
  calls,
  first,
  last: newest.last,
  tenants: see(sets.tenants),
  accounts: see(sets.accounts),
  actions: see(sets.actions),
  tokens: see(sets.tokens),
})

/** Collects the causes of failed calls. */
export const createCauses = () => {
  const causes = new Map<string, Collected>()
  return {
    add(group: EntryGroup): void {
      if (!isFailedCall(group)) return
      const name = fingerprint(group)
      const cause = causes.get(name)
      if (!cause && causes.size >= mostCauses) return
      const { tenants, accounts, actions, tokens } = cause ?? {
        tenants: new Set<string>(),
        accounts: new Set<string>(),
        actions: new Set<string>(),
        tokens: new Set<string>(),
      }
      addTo(tenants, group.tenant)
      addTo(accounts, group.key === null ? null : accountOfKey(group.key).account)
      addTo(actions, group.action)
      addTo(tokens, group.token_id)
      causes.set(name, {
        newest: cause && cause.newest.last > group.last ? cause.newest : group,
        calls: (cause?.calls ?? 0) + group.entries,
        first: cause && cause.first < group.first ? cause.first : group.first,
        tenants,
        accounts,
        actions,
        tokens,
      })
    },
    /** The most frequent first. */
    list: (): readonly FailureCause[] =>
      [...causes.values()].map(toCause).toSorted((one, other) => other.calls - one.calls),
  }
}
