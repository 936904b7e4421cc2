import type { AccountRef, CredentialRecord, SeedRecord } from '@patchbay/core/store'
import type { WebhookEmitter } from './webhooks.ts'

/** The records of an account before they were replaced. */
export interface Before {
  readonly seed: Pick<SeedRecord, 'status'> | undefined
  readonly credential: Pick<CredentialRecord, 'rejected_at'> | undefined
}

/** Emits `account.recovered`, if `account.needs_reauth` was emitted for what is replaced. */
export const emitRecovered = (
  webhooks: Pick<WebhookEmitter, 'emit'>,
  { tenant, provider, account }: AccountRef,
  { seed, credential }: Before,
): void => {
  if (seed?.status !== 'needs_reauth' && !credential?.rejected_at) return
  webhooks.emit('account.recovered', { tenant, provider, account })
}
