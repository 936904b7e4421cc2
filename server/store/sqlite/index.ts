import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describeThrown } from '@patchbay/core/errors'
import type { Reports } from '@patchbay/core/reports'
import { gatewayTooOld } from '@patchbay/core/rules'
import { currentLevel, type Store } from '@patchbay/core/store'
import type { JobRepository } from 'agenda'
import { createPorts } from '../rules/create-ports.ts'
import { createChanges } from '../rules/local-changes.ts'
import { createCountCredentials } from './accounts/count-credentials.ts'
import { createCountTenants, createListTenants } from './accounts/list-tenants.ts'
import { sqliteSeeds } from './accounts/seeds.ts'
import { type SqliteAudit, sqliteAudit } from './audit/log.ts'
import { sqliteRollUps } from './audit/roll-ups.ts'
import { sqliteEffects } from './effects/effects.ts'
import type { DatabaseOptions } from './engine/database.ts'
import type { HeldFiles } from './engine/held-files.ts'
import { findLowestLevel, sqliteGateways } from './gateways.ts'
import { memoryCounters } from './limits/counters.ts'
import { memoryQuotas } from './limits/quotas.ts'
import { memoryVendorQuotas } from './limits/vendor-quotas.ts'
import { copyStore, isCurrent, type LockedStore, lockStore, useStore } from './lock-store.ts'
import { createClaimCode } from './oauth/claim-code.ts'
import { sqliteGrants } from './oauth/grants.ts'
import { createReader, type ReaderOptions } from './reader/reader.ts'
import { createRecordStore } from './record-store.ts'
import { sqliteTransfer } from './transfer.ts'
import { memoryContinuations } from './work/continuations.ts'
import { folderFileContents } from './work/file-contents.ts'
import { sqliteJobRepository } from './work/job-repository.ts'
import { createSumFiles } from './work/sum-files.ts'

export interface SqliteStore extends Store {
  readonly audit: SqliteAudit
  readonly jobs: JobRepository
  readonly reports: Reports
  /** True if these are made in a thread of their own. */
  readonly hasReader: boolean
  /** The number of audit entries of an earlier process that are being moved into the table. */
  readonly recovered: number
  /** All files of the store as they are now, and how to let them go. Ends a hold before. Throws UNAVAILABLE. */
  hold(): HeldFiles
}

export interface SqliteOptions {
  /** Called when the process must end, because only a new start can tell what is on the disk. */
  readonly beyondRepair?: DatabaseOptions['beyondRepair']
  /** The level that this version can obey. */
  readonly level?: number | undefined
  readonly reader?: ReaderOptions | undefined
}

/**
 * Opens the embedded store: `patchbay.sqlite` and `audit.sqlite` (mode 0600) in `dataDir`, which is created with mode 0700 if
 * it is missing. The store belongs to this process until the process closes it or dies. Throws an Error for the operator if
 * another process has the store, a newer version wrote it or has used it, its steps aren't ours, data was lost, or it can't be opened.
 */
export const openSqliteStore = (dataDir: string, options: SqliteOptions = {}): SqliteStore => {
  const { level = currentLevel } = options
  const folder = resolve(dataDir)
  makeFolder(folder)
  const locked = lockStore(folder)
  const lowest = findLowestLevel(locked.configuration.db)
  if (lowest > level) {
    locked.release()
    throw gatewayTooOld(`the embedded store in ${folder}`, lowest, level)
  }
  return createStore(locked, options)
}

const createStore = (
  locked: LockedStore,
  { beyondRepair, reader: readerOptions = {} }: SqliteOptions = {},
): SqliteStore => {
  // The store belongs to this process, so all listeners are in it.
  const changes = createChanges()
  const parts = useStore(locked, { unsure: () => changes.announce({ kind: 'everything' }), beyondRepair })
  const { configuration, audit } = parts
  const rollUps = sqliteRollUps(audit)
  const auditLog = sqliteAudit(audit, rollUps)
  const reader = createReader(audit, { audit: auditLog, rollUps }, readerOptions)
  const continuations = memoryContinuations()
  const gateways = sqliteGateways(configuration)
  const alive = async () => new Set((await gateways.fleet()).gateways.map(({ gateway_id }) => gateway_id))
  const { forgetTenant, close: closeEffects, ...effects } = sqliteEffects({ db: audit, audit: auditLog, alive })
  const ports = createPorts(createRecordStore(configuration, changes.announce), {
    listTenants: createListTenants(configuration),
    countTenants: createCountTenants(configuration),
    countCredentials: createCountCredentials(configuration),
    claimCode: createClaimCode(configuration),
    sumFiles: createSumFiles(configuration),
  })
  return {
    ...ports,
    tenants: {
      ...ports.tenants,
      async remove(id, ...rest) {
        const removed = await ports.tenants.remove(id, ...rest)
        continuations.forget(id)
        await forgetTenant(id)
        return removed
      },
    },
    seeds: sqliteSeeds(configuration, changes.announce),
    grants: sqliteGrants(configuration, changes.announce),
    jobs: sqliteJobRepository(configuration),
    audit: auditLog,
    reports: reader.reports,
    hasReader: audit.isShared,
    recovered: auditLog.recovered,
    rollUps,
    continuations,
    fileContents: folderFileContents(locked.folder, [configuration, audit]),
    counters: memoryCounters(),
    vendorQuotas: memoryVendorQuotas(),
    quotas: memoryQuotas(),
    effects,
    gateways,
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
      await closeEffects()
      await reader.close()
      const closed = [configuration.close(), audit.close()]
      if (closed.every(Boolean)) locked.lock.release()
    },
  }
}

/**
 * Opens a store to read everything in it. One of an earlier version stays as it is: its copy in a temporary folder is brought up to
 * date and read. Throws as `openSqliteStore` does.
 */
export const openSqliteSource = (dataDir: string): SqliteStore => {
  const locked = lockStore(resolve(dataDir))
  if (isCurrent(locked)) return createStore(locked)
  const copy = mkdtempSync(join(tmpdir(), 'patchbay-copy-'))
  const discard = (): void => {
    rmSync(copy, { recursive: true })
    locked.release()
  }
  try {
    copyStore(locked, copy)
    const store = openSqliteStore(copy)
    return { ...store, close: () => store.close().finally(discard) }
  } catch (error) {
    discard()
    throw error
  }
}

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new Error(`can't make the folder ${folder} (DATA_DIR): ${describeThrown(cause)}`, { cause })
  }
}
