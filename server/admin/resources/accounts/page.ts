import { type ListTotal, mostCounted, toListTotal } from '@patchbay/core/store'
import { readSortedCursor, writeSortedCursor } from '../../route/values/cursor.ts'
import { type AccountState, accountStates, type ConfiguredAccount, troubles } from './read-configured-accounts.ts'

/** The states that a list may be filtered by. */
export const wantedStates = [...accountStates, 'trouble', 'closed'] as const

export const accountOrders = ['tenant', 'state', 'expires_at', 'updated_at'] as const
export type AccountOrder = (typeof accountOrders)[number]

/** The order of states: accounts that need attention come first. */
const gravest: readonly AccountState[] = [...troubles, 'expiring_soon', 'missing', 'valid']

export interface AccountFilter {
  readonly provider?: string | undefined
  /** A state, `trouble` for each that somebody has to mend, or `closed` for those that the vendor's limit closes, whatever their state. */
  readonly state?: (typeof wantedStates)[number] | undefined
  /** A part of the tenant's id or name, of the account's id or label, or of the provider's id, in any case. */
  readonly search?: string | undefined
}

const isIn = (account: ConfiguredAccount, state: NonNullable<AccountFilter['state']>): boolean => {
  if (state === 'closed') return account.closed !== null
  return state === 'trouble' ? troubles.includes(account.state) : account.state === state
}

const isWanted = (account: ConfiguredAccount, { provider, state, search }: AccountFilter): boolean => {
  if (provider !== undefined && account.provider !== provider) return false
  if (state !== undefined && !isIn(account, state)) return false
  if (search === undefined) return true
  const { tenant, tenant_name, account: id, label, provider: of } = account
  return [tenant, tenant_name, `${of}/${id}`, label].some((text) => text.toLowerCase().includes(search.toLowerCase()))
}

/** The value that an account is sorted by, as a text; missing values come last. */
const readSortKey = (account: ConfiguredAccount, order: AccountOrder): string => {
  // A space sorts before every character of an id, as in the order in which accounts are read.
  const path = `${account.tenant} ${account.provider} ${account.account}`
  switch (order) {
    case 'tenant':
      return path
    case 'state':
      return `${String(gravest.indexOf(account.state)).padStart(2, '0')} ${path}`
    case 'expires_at':
      return `${account.expires_at === null ? '~' : String(account.expires_at).padStart(12, '0')} ${path}`
    case 'updated_at':
      return `${account.updated_at ?? '~'} ${path}`
  }
}

const parseSort = (sort: string): { readonly order: AccountOrder; readonly isDescending: boolean } => ({
  order: accountOrders.find((order) => sort.endsWith(order)) ?? 'tenant',
  isDescending: sort.startsWith('-'),
})

interface AccountPage {
  readonly accounts: readonly ConfiguredAccount[]
  readonly next_cursor: string | null
  /** The number of accounts on all pages, if the request asks for it. */
  readonly total?: ListTotal
}

interface AccountPageQuery {
  readonly sort: string
  readonly cursor?: string | undefined
  readonly limit: number
  /** True if the accounts of all pages are to be counted. */
  readonly total: boolean
}

interface Sorted {
  readonly key: string
  readonly account: ConfiguredAccount
}

/**
 * A page of the accounts that are wanted. Sorted by tenant and not counted, no more are read than it takes; otherwise all are read, and those of the
 * page are kept. Throws VALIDATION_ERROR for a cursor of another list.
 */
export const pickAccounts = async (
  all: AsyncIterable<ConfiguredAccount>,
  filter: AccountFilter,
  { sort, cursor, limit, total }: AccountPageQuery,
): Promise<AccountPage> => {
  const { order, isDescending } = parseSort(sort)
  const after = cursor === undefined ? undefined : readSortedCursor(cursor, sort, 1)[0]
  const isBefore = (one: string, other: string): boolean => (isDescending ? one > other : one < other)
  let candidates: Sorted[] = []
  let count = 0
  const most = limit + 1
  const keepFirst = () => {
    candidates = candidates.toSorted((one, other) => (isBefore(one.key, other.key) ? -1 : 1)).slice(0, most)
  }
  for await (const account of all) {
    if (!isWanted(account, filter)) continue
    count++
    const key = readSortKey(account, order)
    if (after !== undefined && !isBefore(after, key)) continue
    candidates.push({ key, account })
    if (sort === 'tenant' && candidates.length >= most && (!total || count > mostCounted)) break
    if (candidates.length >= 10 * most) keepFirst()
  }
  keepFirst()
  const page = candidates.slice(0, limit)
  const last = page.at(-1)
  return {
    accounts: page.map(({ account }) => account),
    next_cursor: candidates.length > limit && last ? writeSortedCursor(sort, last.key) : null,
    ...(total && { total: toListTotal(count) }),
  }
}
