import type { AccountRef, CredentialRecord, SeedRecord } from '@patchbay/core/store'

export type TokenState = 'valid' | 'expiring_soon' | 'expired' | 'needs_reauth'

const soonSeconds = 24 * 3600

/** A token that is refreshed on its own doesn't expire soon; an account with a seed alone has as good as an expired one. */
const stateOf = (credential: CredentialRecord | undefined, seed: SeedRecord | undefined, now: Date): TokenState => {
  if (seed?.status === 'needs_reauth') return 'needs_reauth'
  if (!credential) return 'expired'
  if (credential.expires_at === null) return 'valid'
  const left = credential.expires_at - now.getTime() / 1000
  if (left <= 0) return 'expired'
  return left <= soonSeconds && !seed ? 'expiring_soon' : 'valid'
}

const iso = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/** An account's token and seed as the admin interface shows them: no secret. */
export const shownToken = (
  { tenant, provider, account }: AccountRef,
  credential: CredentialRecord | undefined,
  seed: SeedRecord | undefined,
  now: Date,
) => ({
  tenant_id: tenant,
  provider,
  account_id: account,
  token_type: credential?.token_type ?? 'Bearer',
  expires_at: credential?.expires_at ?? null,
  state: stateOf(credential, seed, now),
  updated_at: credential?.updated_at ?? seed?.updated_at,
  ...(seed && {
    seed: {
      client_id: seed.client_id,
      token_endpoint: seed.token_endpoint,
      /** Why the last refresh failed. */
      error: seed.error,
      /** When it is tried again. */
      retry_at: seed.status === 'active' ? iso(seed.retry_at) : null,
      updated_at: seed.updated_at,
    },
  }),
})
