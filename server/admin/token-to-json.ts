import { tokenState } from '@patchbay/core/refresh'
import type { AccountRef, CredentialRecord, SeedRecord } from '@patchbay/core/store'

const iso = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/** An account's token and seed as the admin interface shows them: no secret. */
export const tokenToJson = (
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
  state: tokenState(credential ? credential.expires_at : 0, seed?.status, now),
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
