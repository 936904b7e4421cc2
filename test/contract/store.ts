import { describe, onTestFinished } from 'vitest'
import { adminKeysContract } from './access/admin-keys.ts'
import { sessionsContract } from './access/sessions.ts'
import { tenantTokensContract } from './access/tenant-tokens.ts'
import { tokenLinksContract } from './access/token-links.ts'
import { appsContract, connectionsContract } from './accounts/connections.ts'
import { credentialsContract } from './accounts/credentials.ts'
import { refreshesContract } from './accounts/refreshes.ts'
import { revocationsContract } from './accounts/revocations.ts'
import { seedsContract } from './accounts/seeds.ts'
import { tenantsContract } from './accounts/tenants.ts'
import { accessUsesContract } from './audit/access-uses.ts'
import { countsContract } from './audit/counts.ts'
import { auditContract } from './audit/entries.ts'
import { failedCallsContract } from './audit/failed-calls.ts'
import { reportsContract } from './audit/reports.ts'
import { rollUpsContract } from './audit/roll-ups.ts'
import { searchContract } from './audit/search.ts'
import { usageContract } from './audit/usage.ts'
import { changesContract } from './changes.ts'
import { effectsContract } from './effects/effects.ts'
import { effectLivesContract } from './effects/lives.ts'
import { gatewaysContract } from './gateways.ts'
import { lifeCycleContract } from './life-cycle.ts'
import { billingContract } from './limits/billing.ts'
import { countersContract } from './limits/counters.ts'
import { quotasContract } from './limits/quotas.ts'
import { ruleCountsContract } from './limits/rule-counts.ts'
import { vendorQuotasContract } from './limits/vendor-quotas.ts'
import { authorizationCodesContract } from './oauth/authorization-codes.ts'
import { oauthClientsContract } from './oauth/clients.ts'
import { grantsContract } from './oauth/grants.ts'
import { usedAssertionsContract } from './oauth/used-assertions.ts'
import type { FreshStore, OpenStore } from './open-store.ts'
import { transferContract } from './transfer.ts'
import { approvalsContract } from './work/approvals.ts'
import { codeRunsContract } from './work/code-runs.ts'
import { continuationsContract } from './work/continuations.ts'
import { filesContract } from './work/files.ts'
import { jobsContract } from './work/jobs.ts'
import { schedulerContract } from './work/scheduler.ts'
import { snapshotsContract } from './work/snapshots.ts'
import { standingApprovalsContract } from './work/standing-approvals.ts'
import { suggestionsContract } from './work/suggestions.ts'
import { webhooksContract } from './work/webhooks.ts'

/** The tests that every driver of the ports in `core/store` must pass. `open` creates an empty store. */
export const storeContract = (name: string, open: () => Promise<OpenStore>): void => {
  const fresh: FreshStore = async () => {
    const opened = await open()
    onTestFinished(() => opened.remove())
    return opened
  }
  describe(`the ${name} store`, () => {
    tenantsContract(fresh)
    tenantTokensContract(fresh)
    tokenLinksContract(fresh)
    credentialsContract(fresh)
    seedsContract(fresh)
    refreshesContract(fresh)
    oauthClientsContract(fresh)
    authorizationCodesContract(fresh)
    grantsContract(fresh)
    billingContract(fresh)
    suggestionsContract(fresh)
    webhooksContract(fresh)
    appsContract(fresh)
    connectionsContract(fresh)
    revocationsContract(fresh)
    adminKeysContract(fresh)
    sessionsContract(fresh)
    usedAssertionsContract(fresh)
    auditContract(fresh)
    snapshotsContract(fresh)
    rollUpsContract(fresh)
    failedCallsContract(fresh)
    usageContract(fresh)
    effectsContract(fresh)
    effectLivesContract(fresh)
    accessUsesContract(fresh)
    searchContract(fresh)
    countsContract(fresh)
    reportsContract(fresh)
    approvalsContract(fresh)
    standingApprovalsContract(fresh)
    codeRunsContract(fresh)
    filesContract(fresh)
    continuationsContract(fresh)
    countersContract(fresh)
    vendorQuotasContract(fresh)
    quotasContract(fresh)
    ruleCountsContract(fresh)
    gatewaysContract(fresh)
    changesContract(fresh)
    transferContract(fresh)
    jobsContract(fresh)
    schedulerContract(fresh)
    lifeCycleContract(fresh)
  })
}
