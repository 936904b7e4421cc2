import type { Account, AccountRef, TenantConfiguration } from '../store/index.ts'

type Accounts = TenantConfiguration['providers']
type Ref = Pick<AccountRef, 'provider' | 'account'>

/** A provider's accounts; `undefined`: the tenant hasn't it. It looks at own members only, as `constructor` is a legal id. */
export const findAccounts = (providers: Accounts, provider: string): readonly Account[] | undefined =>
  Object.hasOwn(providers, provider) ? providers[provider]?.accounts : undefined

/** The account as it is configured; `undefined`: it isn't. */
export const findAccount = (providers: Accounts, { provider, account }: Ref): Account | undefined =>
  findAccounts(providers, provider)?.find(({ id }) => id === account)

/** Tells whether a configuration has this account. */
export const hasAccount = (providers: Accounts, ref: Ref): boolean => findAccount(providers, ref) !== undefined
