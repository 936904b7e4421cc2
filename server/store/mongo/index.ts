import { createReports, type Reports } from '@patchbay/core/reports'
import { gatewayTooOld } from '@patchbay/core/rules'
import { currentLevel, type Store } from '@patchbay/core/store'
import type { JobRepository } from 'agenda'
import { createPorts } from '../rules/create-ports.ts'
import { createChanges } from '../rules/local-changes.ts'
import { recordTables } from '../rules/tables.ts'
import { type OnWait, waitForStore } from '../wait-for-store.ts'
import { createCountCredentials } from './accounts/count-credentials.ts'
import { createCountTenants, createListTenants } from './accounts/list-tenants.ts'
import { mongoSeeds } from './accounts/seeds.ts'
import { mongoAudit, mongoPastAudit } from './audit/log.ts'
import { mongoRollUps } from './audit/roll-ups.ts'
import { mongoEffects } from './effects/effects.ts'
import { isPassing } from './engine/connection/passing.ts'
import { openDatabase } from './engine/database.ts'
import { declareTables } from './engine/tables.ts'
import { mongoGateways } from './gateways.ts'
import { mongoCounters } from './limits/counters.ts'
import { mongoQuotas } from './limits/quotas.ts'
import { mongoVendorQuotas } from './limits/vendor-quotas.ts'
import { createClaimCode } from './oauth/claim-code.ts'
import { mongoGrants } from './oauth/grants.ts'
import { createRecordStore } from './record-store.ts'
import { mongoTransfer } from './transfer.ts'
import { mongoContinuations } from './work/continuations.ts'
import { gridFileContents } from './work/file-contents.ts'
import { mongoJobRepository } from './work/job-repository.ts'
import { createSumFiles } from './work/sum-files.ts'

export interface MongoStore extends Store {
  readonly jobs: JobRepository
  readonly reports: Reports
  /** Hosts and database, for a person. */
  readonly address: string
}

/** The longest wait of a start for a MongoDB that isn't there, or takes no writes: an election takes 9 to 17 s. */
const mostWaitMs = 60_000

/** Tells whether MongoDB may be ready in a while: with a wrong password, or without a replica set, it won't be. */
const mayGetReady = (error: unknown): boolean => error instanceof Error && isPassing(error.cause)

/**
 * Opens the store in the database that the URI names, and creates missing collections and indexes. Any number of gateways
 * may share it. With `onWait` it waits for a MongoDB that isn't ready. Throws an Error for the operator, without the URI's secrets, if the
 * database can't be used, or is above `level`, this version's.
 */
export const openMongoStore = (uri: string, level = currentLevel, onWait?: OnWait): Promise<MongoStore> => {
  const open = () => openOnce(uri, level)
  return onWait ? waitForStore(open, { onWait, isPassing: mayGetReady, mostMs: mostWaitMs }) : open()
}

const openOnce = async (uri: string, level: number): Promise<MongoStore> => {
  const changes = createChanges()
  const db = await openDatabase(uri, changes)
  declareTables(db, recordTables)
  const rollUps = mongoRollUps(db)
  const audit = mongoAudit(db, rollUps)
  const gateways = mongoGateways(db)
  const effects = mongoEffects(db, audit, gateways)
  const store = {
    ...createPorts(createRecordStore(db), {
      listTenants: createListTenants(db),
      countTenants: createCountTenants(db),
      countCredentials: createCountCredentials(db),
      claimCode: createClaimCode(db),
      sumFiles: createSumFiles(db),
    }),
    seeds: mongoSeeds(db),
    grants: mongoGrants(db),
    jobs: mongoJobRepository(db),
    audit,
    effects,
    rollUps,
    continuations: mongoContinuations(db),
    fileContents: gridFileContents(db),
    counters: mongoCounters(db),
    vendorQuotas: mongoVendorQuotas(db),
    quotas: mongoQuotas(db),
    gateways,
    transfer: mongoTransfer(db),
  }
  try {
    await db.start()
    const { lowest } = await store.gateways.fleet()
    if (lowest > level) throw gatewayTooOld(`MongoDB, ${db.address},`, lowest, level)
  } catch (error) {
    await db.close()
    throw error
  }
  return {
    ...store,
    // Sums are read from the primary: a secondary that lags behind lacks the newest entries, never older sums.
    reports: createReports({ exact: store, past: { audit: mongoPastAudit(db), rollUps } }),
    changes,
    address: db.address,
    ping: (part) => db.ping(part),
    isUp: (part) => db.isUp(part),
    async close() {
      await effects.close()
      await db.close()
    },
  }
}
