import type { StoreCache } from '@patchbay/core/admission'
import type { AuditLog } from '@patchbay/core/audit'
import type { Fetcher } from '@patchbay/core/fetch'
import { createRefresher, createVerdicts, type RefreshEvent } from '@patchbay/core/refresh'
import { recordRefresh } from '../log/record-refresh.ts'
import type { WebhookEmitter } from '../webhooks/index.ts'
import type { Base } from './open-base.ts'

/** Keeps credentials usable: their refreshes, and the verdicts of vendors. Webhooks tell when an account needs a person, and when it works again. */
export const createCredentialCare = (
  { configuration, store, vault, domains, metrics, log }: Base,
  {
    fetcher,
    auditLog,
    webhooks,
    storeCache,
  }: {
    readonly fetcher: Fetcher
    readonly auditLog: AuditLog
    readonly webhooks: WebhookEmitter
    readonly storeCache: StoreCache
  },
) => {
  const record = recordRefresh(auditLog, log, metrics.refreshed)
  const onRefresh = (event: RefreshEvent): void => {
    record(event)
    const { ref, error } = event
    if (event.beginsNeed) webhooks.emit('account.needs_reauth', { ...ref, reason: 'refresh_refused', error })
    if (event.wasRejected) webhooks.emit('account.recovered', ref)
  }
  const refresher = createRefresher({
    store,
    vault,
    fetcher,
    authOf: (id) => domains.get(id)?.provider.auth,
    selfHostedHosts: configuration.selfHostedHosts,
    onRefresh,
    onRenewed: storeCache.renewed,
  })
  const verdicts = createVerdicts(store, ({ tenant, provider, account }, verdict) => {
    const ref = { tenant, provider, account }
    if (verdict === 'accepted') webhooks.emit('account.recovered', ref)
    else webhooks.emit('account.needs_reauth', { ...ref, reason: 'rejected', error: null })
  })
  return { refresher, verdicts }
}
