import { Database } from 'bun:sqlite'
import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describeThrown } from '@patchbay/core/errors'
import { currentLevel, type StorePart } from '@patchbay/core/store'
import { parseKeys } from '@patchbay/core/vault'
import type { MongoClient } from 'mongodb'
import type { Configuration } from '../configuration/configuration.ts'
import { fileHolder } from '../configuration/holders.ts'
import { isFolderLocked } from '../store/sqlite/engine/schema/lock-folder.ts'
import { type DatabaseSchema, isUpToDate, planSteps } from '../store/sqlite/engine/schema/plan-steps.ts'
import type { StepPlan } from '../store/sqlite/engine/schema/step-record.ts'
import { findLowestLevel } from '../store/sqlite/gateways.ts'
import { auditSchema, configurationSchema } from '../store/sqlite/lock-store.ts'
import { createReporter, type DoctorFinding } from './check.ts'

const report = createReporter('store')
const leastFreeBytes = 2 ** 30
const mongoMs = 5000

const ofNewer = (store: string): DoctorFinding =>
  report.fault(`${store} was written by a newer Patchbay`, 'start that version, or restore a backup from before')

const inUse = (path: string): DoctorFinding =>
  report.ok(`${path} is in use by ${fileHolder(path) ?? 'a gateway that runs'}, and was not read`)

/** Reads a database that no gateway has open. Those of earlier versions hold its lock. */
const checkFile = (path: string, schema: DatabaseSchema, holds: StorePart): DoctorFinding => {
  let db: Database | undefined
  try {
    db = new Database(path, { readonly: true, strict: true })
    db.run('PRAGMA busy_timeout = 500')
    const { user_version = 0 } = db.query<{ user_version: number }, []>('PRAGMA user_version').get() ?? {}
    if (user_version > schema.steps.length) return ofNewer(path)
    if (holds === 'configuration' && findLowestLevel(db) > currentLevel) return ofNewer(path)
    const state = db.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').get()?.quick_check
    if (state !== 'ok') return report.fault(`${path} is damaged: ${state}`, 'restore a backup')
    let plan: StepPlan
    try {
      plan = planSteps(db, path, schema)
    } catch (error) {
      return report.fault(describeThrown(error), 'start the version that wrote it, or restore a backup')
    }
    return report.ok(
      isUpToDate(plan) ? `${path} is in order` : `${path} is in order; the next start brings it up to date`,
    )
  } catch (error) {
    const isLocked = String(Reflect.get(Object(error), 'code')).startsWith('SQLITE_BUSY')
    if (isLocked) return inUse(path)
    return report.fault(
      `${path} can't be read: ${describeThrown(error)}`,
      'check its owner and mode, or restore a backup',
    )
  } finally {
    db?.close()
  }
}

const checkRoom = (folder: string): DoctorFinding => {
  const { bavail, bsize } = statfsSync(folder)
  const free = `${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB are free on the disk of ${folder}`
  return bavail * bsize < leastFreeBytes
    ? report.warning(free, 'free disk space: without it, no call is answered')
    : report.ok(free)
}

const checkKeyFile = (path: string): DoctorFinding => {
  if (!existsSync(path)) return report.fault(`${path} is missing`, 'put a copy of it back, or set PATCHBAY_KEYS')
  try {
    parseKeys(readFileSync(path, 'utf8').trim())
  } catch (error) {
    return report.fault(`${path} is damaged: ${describeThrown(error)}`, 'put a copy of it back, or set PATCHBAY_KEYS')
  }
  const isOpen = (statSync(path).mode & 0o077) !== 0
  return isOpen
    ? report.warning(`others can read ${path}`, `chmod 600 ${path}`)
    : report.ok(`only its owner can read ${path}`)
}

const checkEmbedded = ({ dataDir, vaultKeys }: Configuration): readonly DoctorFinding[] => {
  const folder = resolve(dataDir)
  const path = join(folder, 'patchbay.sqlite')
  if (!existsSync(path)) return [report.ok(`${folder} holds no store yet; the first start makes it`)]
  const audit = join(folder, 'audit.sqlite')
  // Reading beside a gateway would keep its logs from being copied into the databases.
  const files = isFolderLocked(folder)
    ? [inUse(path), inUse(audit)]
    : [checkFile(path, configurationSchema, 'configuration'), checkFile(audit, auditSchema, 'audit')]
  return [...files, ...(vaultKeys === null ? [checkKeyFile(join(folder, 'keys'))] : []), checkRoom(folder)]
}

/** The gateways that share a database, and whether this version may join them. */
const checkGateways = async (client: MongoClient): Promise<DoctorFinding> => {
  const { findFleet } = await import('../store/mongo/gateways.ts')
  const { findUnversioned } = await import('../store/mongo/engine/connection/unversioned.ts')
  const { lowest, gateways } = await findFleet(client.db())
  if (lowest > currentLevel) return ofNewer('MongoDB')
  const unversioned = await findUnversioned(client)
  if (unversioned.length > 0) {
    const where = unversioned.join(', ')
    return report.fault(
      `gateways of an earlier version run on it, at ${where}`,
      'stop them before you start this version',
    )
  }
  const named = gateways.map(({ host, version, started_at }) => `${host} (version ${version}, since ${started_at})`)
  return report.ok(
    `${gateways.length === 1 ? '1 gateway uses' : `${gateways.length} gateways use`} it${named.map((name, at) => `${at ? ', ' : ': '}${name}`).join('')}`,
  )
}

/**
 * Reads the kind and state of a MongoDB, and changes nothing. Errors of the driver may hold the URI, so only their
 * names are shown.
 */
const checkMongo = async (uri: string): Promise<readonly DoctorFinding[]> => {
  const mongodb = await import('mongodb')
  let client: MongoClient | undefined
  try {
    client = new mongodb.MongoClient(uri, { serverSelectionTimeoutMS: mongoMs })
    const startedAt = performance.now()
    const { setName, msg } = await client.db().command({ hello: 1 })
    const took = `${Math.round(performance.now() - startedAt)} ms`
    if (setName === undefined && msg !== 'isdbgrid') {
      return [
        report.fault('MongoDB is a server without a replica set', 'docs/mongodb.md has the command that makes it one'),
      ]
    }
    const answers = `MongoDB answers in ${took}: ${setName === undefined ? 'a mongos' : `the replica set ${setName}`}`
    return [report.ok(answers), await checkGateways(client)]
  } catch (error) {
    const name = error instanceof Error ? error.name : 'an error'
    return [
      report.fault(`MongoDB does not answer (${name})`, 'check MONGODB_URI, the network, and the user with its rights'),
    ]
  } finally {
    await client?.close()
  }
}

/** The store that the configuration names. */
export const checkStore = async (configuration: Configuration): Promise<readonly DoctorFinding[]> =>
  configuration.mongodbUri === null ? checkEmbedded(configuration) : checkMongo(configuration.mongodbUri)
