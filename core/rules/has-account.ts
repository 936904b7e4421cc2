import type { AccountRef, TenantConfiguration } from '../store/index.ts'

/** Tells whether a configuration has this account. It looks at own members only, as `constructor` is a legal id. */
export const hasAccount = (
  providers: TenantConfiguration['providers'],
  { provider, account }: Pick<AccountRef, 'provider' | 'account'>,
): boolean =>
  Object.hasOwn(providers, provider) && (providers[provider]?.accounts.some(({ id }) => id === account) ?? false)
