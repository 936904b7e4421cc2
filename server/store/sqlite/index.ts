import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { reasonOf } from '@patchbay/core/errors'
import type { Store, StorePart } from '@patchbay/core/store'
import type { JobRepository } from 'agenda'
import { createChanges } from '../rules/local-changes.ts'
import { sqliteAdminKeys } from './admin-keys.ts'
import { memoryAllowances } from './allowances.ts'
import { sqliteApps } from './apps.ts'
import { sqliteAudit } from './audit.ts'
import { sqliteAuthorizationCodes } from './authorization-codes.ts'
import { sqliteBilling } from './billing.ts'
import { sqliteConnections } from './connections.ts'
import { memoryContinuations } from './continuations.ts'
import { memoryCounters } from './counters.ts'
import { sqliteCredentials } from './credentials.ts'
import { type DatabaseOptions, openDatabase, type SqliteDatabase } from './database.ts'
import { sqliteGrants } from './grants.ts'
import type { HeldFiles } from './held-files.ts'
import { sqliteJobRepository } from './job-repository.ts'
import { sizeOf } from './lost.ts'
import { auditMigrations, configurationMigrations } from './migrations.ts'
import { sqliteOAuthClients } from './oauth-clients.ts'
import { memoryQuotas } from './quotas.ts'
import { sqliteRevocations } from './revocations.ts'
import { sqliteRollUps } from './roll-ups.ts'
import { sqliteSeeds } from './seeds.ts'
import { sqliteSessions } from './sessions.ts'
import { sqliteSnapshots } from './snapshots.ts'
import { sqliteSuggestions } from './suggestions.ts'
import { sqliteTenantTokens } from './tenant-tokens.ts'
import { sqliteTenants } from './tenants.ts'
import { sqliteTransfer } from './transfer.ts'
import { sqliteUsedAssertions } from './used-assertions.ts'
import { sqliteWebhooks } from './webhooks.ts'

export interface SqliteStore extends Store {
  readonly jobs: JobRepository
  /** How many audit entries of an earlier process are being moved into the table. */
  readonly recovered: number
  /** All files of the store as they are now, and how to let them go. Ends a hold before. Throws UNAVAILABLE. */
  hold(): HeldFiles
}

/**
 * Opens the embedded store: `patchbay.sqlite` and `audit.sqlite` (mode 0600) in `dataDir`, which is created with mode 0700 if
 * it is missing. The store belongs to this process until the process closes it or dies. Throws an Error for the operator if
 * another process has the store, a newer version wrote it, data was lost, or it can't be opened. `beyondRepair` is called
 * when the process must end, because only a new start can tell what is on the disk.
 */
export const openSqliteStore = (dataDir: string, beyondRepair?: DatabaseOptions['beyondRepair']): SqliteStore => {
  // The store belongs to this process, so all listeners are in it.
  const changes = createChanges()
  const parts = openParts(resolve(dataDir), () => changes.announce({ kind: 'everything' }), beyondRepair)
  const { configuration, audit } = parts
  const rollUps = sqliteRollUps(audit)
  const auditLog = sqliteAudit(audit, rollUps)
  const continuations = memoryContinuations()
  return {
    tenants: sqliteTenants(configuration, changes.announce, continuations.forget),
    tenantTokens: sqliteTenantTokens(configuration, changes.announce),
    credentials: sqliteCredentials(configuration, changes.announce),
    seeds: sqliteSeeds(configuration, changes.announce),
    oauthClients: sqliteOAuthClients(configuration, changes.announce),
    authorizationCodes: sqliteAuthorizationCodes(configuration),
    grants: sqliteGrants(configuration, changes.announce),
    snapshots: sqliteSnapshots(configuration),
    jobs: sqliteJobRepository(configuration),
    billing: sqliteBilling(configuration, changes.announce),
    suggestions: sqliteSuggestions(configuration),
    adminKeys: sqliteAdminKeys(configuration, changes.announce),
    webhooks: sqliteWebhooks(configuration),
    usedAssertions: sqliteUsedAssertions(configuration),
    apps: sqliteApps(configuration),
    connections: sqliteConnections(configuration, changes.announce),
    revocations: sqliteRevocations(configuration),
    sessions: sqliteSessions(configuration),
    audit: auditLog,
    recovered: auditLog.recovered,
    rollUps,
    continuations,
    counters: memoryCounters(),
    allowances: memoryAllowances(),
    quotas: memoryQuotas(),
    changes,
    transfer: sqliteTransfer(parts, auditLog.records),
    hold() {
      // Without a wait in between, so that both are of one instant.
      const held = [configuration.hold(), audit.hold()]
      return {
        files: held.flatMap(({ files }) => files),
        release: () => {
          for (const { release } of held) release()
        },
      }
    },
    ping: (part) => parts[part].ping(),
    isUp: (part) => parts[part].isUp,
    async close() {
      auditLog.close()
      configuration.close()
      audit.close()
    },
  }
}

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new Error(`can't make the folder ${folder} (DATA_DIR): ${reasonOf(cause)}`, { cause })
  }
}

const openParts = (
  folder: string,
  unsure: () => void,
  beyondRepair: DatabaseOptions['beyondRepair'],
): Record<StorePart, SqliteDatabase> => {
  makeFolder(folder)
  const auditPath = join(folder, 'audit.sqlite')
  // The audit log is created after the configuration is on the disk.
  const mayBeNew = sizeOf(auditPath) === 0
  const configuration = openDatabase(join(folder, 'patchbay.sqlite'), configurationMigrations, {
    ...{ unsure, mayBeNew, beyondRepair },
  })
  try {
    return { configuration, audit: openDatabase(auditPath, auditMigrations, { beyondRepair }) }
  } catch (error) {
    configuration.close()
    throw error
  }
}
