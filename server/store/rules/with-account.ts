import type { Account, AccountRef, TenantConfiguration } from '@patchbay/core/store'

type Providers = TenantConfiguration['providers']

/** A tenant's providers with an account that was added, or that replaces the one of its id. */
export const withAccount = (providers: Providers, { provider }: AccountRef, account: Account): Providers => {
  const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined
  const others = entry?.accounts ?? []
  const isKnown = others.some(({ id }) => id === account.id)
  const accounts = isKnown ? others.map((other) => (other.id === account.id ? account : other)) : [...others, account]
  return { ...providers, [provider]: { accounts, default: entry?.default ?? account.id } }
}

/** How long links are kept after they have expired, for those who ask what became of one. */
export const keptLinkSeconds = 7 * 24 * 3600
