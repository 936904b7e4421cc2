import type { Account, AccountRef, TenantConfiguration } from '../store/index.ts'

type Accounts = TenantConfiguration['providers']
type Ref = Pick<AccountRef, 'provider' | 'account'>

/** The account as it is configured; `undefined`: it isn't. It looks at own members only, as `constructor` is a legal id. */
export const findAccount = (providers: Accounts, { provider, account }: Ref): Account | undefined =>
  Object.hasOwn(providers, provider) ? providers[provider]?.accounts.find(({ id }) => id === account) : undefined

/** Tells whether a configuration has this account. */
export const hasAccount = (providers: Accounts, ref: Ref): boolean => findAccount(providers, ref) !== undefined
