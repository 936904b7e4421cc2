import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Domain } from '@patchbay/core/schema'
import { hashToken } from '@patchbay/core/store'
import { readConfiguration } from '../server/configuration/configuration.ts'
import { defaultCrons, type JobName } from '../server/configuration/default-crons.ts'
import { startGateway } from '../server/gateway.ts'
import { loadRegistry } from '../server/registry.ts'
import { createClient } from './client.ts'
import { writeEmptyStore } from './empty-store.ts'
import { quickFolder } from './folders.ts'
import { sharedMongodb, withDatabase } from './mongodb-uri.ts'

const registry = await loadRegistry()

/** A new folder for a store or for small files, none of which can be run. */
export const temporaryFolder = (): string => mkdtempSync(join(quickFolder, 'patchbay-test-'))

/** The admin key where the start makes none. */
export const testAdminKey = 'pb_admin_of-these-tests'

/** The environment of a gateway on the store of this run; with MongoDB each folder has a database of its name. */
const storeEnvironment = (dataDir: string): Record<string, string> =>
  process.env.TEST_STORE === 'mongodb'
    ? {
        MONGODB_URI: withDatabase(sharedMongodb(), basename(dataDir)),
        ADMIN_API_KEY: hashToken(testAdminKey),
        PATCHBAY_KEYS: `tests:${Buffer.alloc(32, 'k').toString('base64url')}`,
      }
    : {}

/** `CRONS` with these jobs on and no others: their probes and audit entries would come in between what a test does. */
export const onlyJobs = (crons: Readonly<Partial<Record<JobName, string>>>): string =>
  JSON.stringify({ ...Object.fromEntries(Object.keys(defaultCrons).map((name) => [name, 'off'])), ...crons })

/** Limits and jobs off and a free port, where a test doesn't say otherwise. */
export const testEnvironment = (dataDir: string): Record<string, string> => ({
  ...storeEnvironment(dataDir),
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  CALLS_PER_MINUTE: '0',
  REGISTRATIONS_PER_HOUR: '0',
  FAILED_LOGINS_PER_MINUTE: '0',
  CRONS: onlyJobs({}),
})

/**
 * The folders of gateways that have stopped. With MongoDB the next gateway takes over such a folder's name, and so its database, emptied: a
 * new one costs the server half a second of a core, and more of it the more databases there are.
 */
const leftFolders: string[] = []

/** A folder for the store of a gateway that has the database of this folder. */
export const takeStoreFolder = async (): Promise<string> => {
  const left = leftFolders.pop()
  const { MONGODB_URI } = left === undefined ? {} : storeEnvironment(left)
  if (left === undefined || MONGODB_URI === undefined) return temporaryFolder()
  const { emptyDatabase } = await import('./empty-database.ts')
  await emptyDatabase(MONGODB_URI)
  mkdirSync(left, { mode: 0o700 })
  return left
}

/** Removes the folder of a gateway that has stopped. Of several that had the same folder, the last may leave it. */
export const leaveStoreFolder = (dataDir: string): void => {
  rmSync(dataDir, { recursive: true })
  leftFolders.push(dataDir)
}

/** The real gateway in the test's own process, with the given domains; over a new store, unless it gets an earlier one's. */
export const startTestGateway = async ({
  env = {},
  domains = registry,
  dataDir: earlier,
  adminKey,
}: {
  env?: Readonly<Record<string, string>>
  domains?: readonly Domain[]
  /** That of an earlier gateway; it goes with this one. */
  dataDir?: string
  /** The key whose hash `env` has as `ADMIN_API_KEY`, or that an earlier start on `dataDir` has shown. */
  adminKey?: string | undefined
} = {}) => {
  const dataDir = earlier ?? (await takeStoreFolder())
  if (earlier === undefined && process.env.TEST_STORE !== 'mongodb') await writeEmptyStore(dataDir)
  const ids = domains.map(({ provider }) => provider.id)
  const { configuration } = readConfiguration({ ...testEnvironment(dataDir), ...env }, ids)
  const gateway = await startGateway(configuration, domains)
  const key = adminKey ?? gateway.adminKey?.newKey ?? testAdminKey
  return {
    ...createClient(gateway.url, key, gateway.adminUrl),
    adminKey: key,
    dataDir,
    routes: gateway.routes,
    async stop(): Promise<void> {
      await gateway.stop()
      leaveStoreFolder(dataDir)
    },
  }
}
