import { describe, onTestFinished } from 'vitest'
import { accessUsesContract } from './access-uses.ts'
import { adminKeysContract } from './admin-keys.ts'
import { allowancesContract } from './allowances.ts'
import { auditContract } from './audit.ts'
import { authorizationCodesContract } from './authorization-codes.ts'
import { billingContract } from './billing.ts'
import { changesContract } from './changes.ts'
import { appsContract, connectionsContract } from './connections.ts'
import { continuationsContract } from './continuations.ts'
import { countersContract } from './counters.ts'
import { credentialsContract } from './credentials.ts'
import { grantsContract } from './grants.ts'
import { jobsContract } from './jobs.ts'
import { lifeCycleContract } from './life-cycle.ts'
import { oauthClientsContract } from './oauth-clients.ts'
import type { FreshStore, OpenStore } from './open-store.ts'
import { quotasContract } from './quotas.ts'
import { refreshesContract } from './refreshes.ts'
import { revocationsContract } from './revocations.ts'
import { rollUpsContract } from './roll-ups.ts'
import { schedulerContract } from './scheduler.ts'
import { seedsContract } from './seeds.ts'
import { sessionsContract } from './sessions.ts'
import { snapshotsContract } from './snapshots.ts'
import { suggestionsContract } from './suggestions.ts'
import { tenantTokensContract } from './tenant-tokens.ts'
import { tenantsContract } from './tenants.ts'
import { transferContract } from './transfer.ts'
import { usageContract } from './usage.ts'
import { usedAssertionsContract } from './used-assertions.ts'
import { webhooksContract } from './webhooks.ts'

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
    usageContract(fresh)
    accessUsesContract(fresh)
    continuationsContract(fresh)
    countersContract(fresh)
    allowancesContract(fresh)
    quotasContract(fresh)
    changesContract(fresh)
    transferContract(fresh)
    jobsContract(fresh)
    schedulerContract(fresh)
    lifeCycleContract(fresh)
  })
}
