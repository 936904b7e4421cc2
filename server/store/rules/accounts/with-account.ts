import type { Account, AccountRef, TenantConfiguration } from '@patchbay/core/store'

type Providers = TenantConfiguration['providers']

/** A tenant's providers with an account that was added, or that replaces the one of its id. */
export const withAccount = (providers: Providers, { provider }: AccountRef, account: Account): Providers => {
  const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined
  const others = entry?.accounts ?? []
  const isKnown = others.some(({ id }) => id === account.id)
  const accounts = isKnown ? others.map((other) => (other.id === account.id ? account : other)) : [...others, account]
  return { ...providers, [provider]: { ...entry, accounts, default: entry?.default ?? account.id } }
}

/** Tries in these phases hold an access from a vendor. */
export const holdingPhases = ['choosing', 'asking'] as const

const longestLifeMs = 15 * 24 * 3600 * 1000

/** A link that was made before has no try to end: ids begin with their time (RFC 9562, section 5.7). So few links are read. */
export const oldestLinkWithTry = (now: Date): string => {
  const time = Math.max(0, now.getTime() - longestLifeMs)
    .toString(16)
    .padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** The time for which expired links are kept, so that their state can still be looked up. */
export const linkRetentionSeconds = 7 * 24 * 3600
