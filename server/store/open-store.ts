import type { Reports } from '@patchbay/core/reports'
import type { Store } from '@patchbay/core/store'
import type { JobRepository } from 'agenda'
import { openSqliteStore, type SqliteOptions, type SqliteStore } from './sqlite/index.ts'
import type { OnWait } from './wait-for-store.ts'

export interface OpenedStore {
  readonly store: Store
  /** The reader of the past for administrators and jobs, out of the way of calls. */
  readonly reports: Reports
  /** The place of Agenda's schedules: the same database. */
  readonly jobs: JobRepository
  /** Holds the files of an embedded store for a backup. */
  readonly hold?: SqliteStore['hold']
  /** The store's place in words, without secrets. */
  readonly description: string
}

interface StorePlace {
  readonly mongodbUri: string | null
  readonly dataDir: string
  /** `null`: the keys are in a file beside the store. */
  readonly vaultKeys?: string | null
}

/**
 * Opens the store that the configuration names, for a gateway of a level. With `onWait` it waits for MongoDB. Throws an Error for the operator
 * if it can't be opened.
 */
export const openStore = async (
  where: StorePlace,
  { onWait, ...options }: SqliteOptions & { readonly onWait?: OnWait } = {},
): Promise<OpenedStore> => {
  if (where.mongodbUri === null) {
    const store = openSqliteStore(where.dataDir, options)
    const held = where.vaultKeys
      ? 'the sealed credentials; keep PATCHBAY_KEYS apart from it and its copies'
      : 'the sealed credentials and the key: a copy of both gives the secrets away'
    const recovered = store.recovered > 0 ? `; ${store.recovered} audit entries are still being filed` : ''
    const alone = store.hasReader
      ? ''
      : '; its file system maps no shared memory, so what administrators read of the audit log holds up calls'
    const description = `embedded, in ${where.dataDir} (it holds ${held})${recovered}${alone}`
    return { store, reports: store.reports, jobs: store.jobs, hold: store.hold, description }
  }
  // Loaded on demand: the driver takes 150 ms and 50 MB.
  const { openMongoStore } = await import('./mongo/index.ts')
  const store = await openMongoStore(where.mongodbUri, options.level, onWait)
  return { store, reports: store.reports, jobs: store.jobs, description: `MongoDB, ${store.address}` }
}
