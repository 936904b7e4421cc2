import { GatewayError } from '../../errors.ts'
import type { Account, ProviderEntry } from '../../store/index.ts'

/** The most ids in a sentence; `accounts` has all. */
const mostNamed = 10

const nameAccounts = (accounts: readonly { readonly id: string }[]): string => {
  const named = accounts.slice(0, mostNamed).map(({ id }) => id)
  const others = accounts.length - named.length
  return others === 0 ? named.join(', ') || 'none' : `${named.join(', ')} and ${others.toLocaleString('en')} others`
}

/**
 * Finds the named account, or the only one that the caller may use. Throws VALIDATION_ERROR that lists the usable accounts, and
 * CONFIG_MISSING. Whether the caller may use the account is decided for each call, also for one that was prepared before.
 */
export const chooseAccount = (
  domain: string,
  entry: ProviderEntry,
  accountId: string | undefined,
  usable: readonly Account[],
): Account => {
  const [only, second] = usable
  const account =
    accountId === undefined ? (only ?? entry.accounts[0]) : entry.accounts.find(({ id }) => id === accountId)
  if (account && (accountId !== undefined || !second)) return account

  const accounts = usable.map(({ id, label }) => ({ id, label, default: id === entry.default }))
  const list = nameAccounts(accounts)
  if (accountId !== undefined) {
    const message = `is not an account of ${domain}; accounts: ${list}`
    throw new GatewayError('VALIDATION_ERROR', `/account_id: ${message}`, {
      accounts,
      details: [{ path: '/account_id', message }],
    })
  }
  if (!account) throw new GatewayError('CONFIG_MISSING', `This tenant has no account at ${domain}`)
  throw new GatewayError(
    'VALIDATION_ERROR',
    `This tenant has several accounts at ${domain}; choose one with account_id: ${list}`,
    {
      accounts,
      details: [{ path: '/account_id', message: `is required here; one of: ${list}` }],
    },
  )
}
