import type { Store } from '@patchbay/core/store'
import type { JobRepository } from 'agenda'
import { createChanges } from '../rules/local-changes.ts'
import { mongoAdminKeys } from './admin-keys.ts'
import { mongoAllowances } from './allowances.ts'
import { mongoApps } from './apps.ts'
import { mongoAudit } from './audit.ts'
import { mongoAuthorizationCodes } from './authorization-codes.ts'
import { mongoBilling } from './billing.ts'
import { mongoConnections } from './connections.ts'
import { mongoContinuations } from './continuations.ts'
import { mongoCounters } from './counters.ts'
import { mongoCredentials } from './credentials.ts'
import { openDatabase } from './database.ts'
import { mongoGrants } from './grants.ts'
import { mongoJobRepository } from './job-repository.ts'
import { mongoOAuthClients } from './oauth-clients.ts'
import { mongoQuotas } from './quotas.ts'
import { mongoRevocations } from './revocations.ts'
import { mongoRollUps } from './roll-ups.ts'
import { mongoSeeds } from './seeds.ts'
import { mongoSessions } from './sessions.ts'
import { mongoSnapshots } from './snapshots.ts'
import { mongoSuggestions } from './suggestions.ts'
import { mongoTenantTokens } from './tenant-tokens.ts'
import { mongoTenants } from './tenants.ts'
import { mongoTransfer } from './transfer.ts'
import { mongoUsedAssertions } from './used-assertions.ts'
import { mongoWebhooks } from './webhooks.ts'

export interface MongoStore extends Store {
  readonly jobs: JobRepository
  /** Hosts and database, for a person. */
  readonly address: string
}

/**
 * Opens the store in the database that the URI names, and creates missing collections and indexes. Any number of gateways
 * may share it. Throws an Error for the operator, without the URI's secrets, if the database can't be used.
 */
export const openMongoStore = async (uri: string): Promise<MongoStore> => {
  const changes = createChanges()
  const db = await openDatabase(uri, changes)
  const rollUps = mongoRollUps(db)
  const store = {
    tenants: mongoTenants(db),
    tenantTokens: mongoTenantTokens(db),
    credentials: mongoCredentials(db),
    seeds: mongoSeeds(db),
    oauthClients: mongoOAuthClients(db),
    authorizationCodes: mongoAuthorizationCodes(db),
    grants: mongoGrants(db),
    snapshots: mongoSnapshots(db),
    jobs: mongoJobRepository(db),
    billing: mongoBilling(db),
    suggestions: mongoSuggestions(db),
    adminKeys: mongoAdminKeys(db),
    webhooks: mongoWebhooks(db),
    usedAssertions: mongoUsedAssertions(db),
    apps: mongoApps(db),
    connections: mongoConnections(db),
    revocations: mongoRevocations(db),
    sessions: mongoSessions(db),
    audit: mongoAudit(db, rollUps),
    rollUps,
    continuations: mongoContinuations(db),
    counters: mongoCounters(db),
    allowances: mongoAllowances(db),
    quotas: mongoQuotas(db),
    transfer: mongoTransfer(db),
  }
  try {
    await db.start()
  } catch (error) {
    await db.close()
    throw error
  }
  return {
    ...store,
    changes,
    address: db.address,
    ping: (part) => db.ping(part),
    isUp: (part) => db.isUp(part),
    close: db.close,
  }
}
