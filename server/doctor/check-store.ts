import { Database } from 'bun:sqlite'
import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { reasonOf } from '@patchbay/core/errors'
import { parseKeys } from '@patchbay/core/vault'
import type { Configuration } from '../configuration/configuration.ts'
import { fileHolder } from '../configuration/holders.ts'
import { auditMigrations, configurationMigrations } from '../store/sqlite/migrations.ts'
import { type Finding, findingsOf } from './check.ts'

const of = findingsOf('store')
const leastFreeBytes = 2 ** 30
const mongoMs = 5000

/** Reads a database that no gateway has open: a running one holds its lock. */
const checkFile = (path: string, known: number): Finding => {
  let db: Database | undefined
  try {
    db = new Database(path, { readonly: true, strict: true })
    db.run('PRAGMA busy_timeout = 500')
    const { user_version = 0 } = db.query<{ user_version: number }, []>('PRAGMA user_version').get() ?? {}
    if (user_version > known) {
      return of.fault(`${path} was written by a newer Patchbay`, 'start that version, or restore a backup from before')
    }
    const found = db.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').get()?.quick_check
    if (found !== 'ok') return of.fault(`${path} is damaged: ${found}`, 'restore a backup')
    return of.ok(
      user_version < known ? `${path} is in order; the next start brings it up to date` : `${path} is in order`,
    )
  } catch (error) {
    const isLocked = String(Reflect.get(Object(error), 'code')).startsWith('SQLITE_BUSY')
    if (isLocked) return of.ok(`${path} is in use by ${fileHolder(path) ?? 'a gateway that runs'}, and was not read`)
    return of.fault(`${path} can't be read: ${reasonOf(error)}`, 'check its owner and mode, or restore a backup')
  } finally {
    db?.close()
  }
}

const checkRoom = (folder: string): Finding => {
  const { bavail, bsize } = statfsSync(folder)
  const free = `${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB are free on the disk of ${folder}`
  return bavail * bsize < leastFreeBytes ? of.warning(free, 'make room: without it no call is answered') : of.ok(free)
}

const checkKeyFile = (path: string): Finding => {
  if (!existsSync(path)) return of.fault(`${path} is missing`, 'put a copy of it back, or set PATCHBAY_KEYS')
  try {
    parseKeys(readFileSync(path, 'utf8').trim())
  } catch (error) {
    return of.fault(`${path} is damaged: ${reasonOf(error)}`, 'put a copy of it back, or set PATCHBAY_KEYS')
  }
  const isOpen = (statSync(path).mode & 0o077) !== 0
  return isOpen ? of.warning(`others can read ${path}`, `chmod 600 ${path}`) : of.ok(`${path} is for its owner alone`)
}

const checkEmbedded = ({ dataDir, vaultKeys }: Configuration): readonly Finding[] => {
  const folder = resolve(dataDir)
  const path = join(folder, 'patchbay.sqlite')
  if (!existsSync(path)) return [of.ok(`${folder} holds no store yet; the first start makes it`)]
  return [
    checkFile(path, configurationMigrations.length),
    checkFile(join(folder, 'audit.sqlite'), auditMigrations.length),
    ...(vaultKeys === null ? [checkKeyFile(join(folder, 'keys'))] : []),
    checkRoom(folder),
  ]
}

/** Asks a MongoDB what it is, and changes nothing. Errors of the driver may hold the URI, so only their names are told. */
const checkMongo = async (uri: string): Promise<readonly Finding[]> => {
  const { MongoClient } = await import('mongodb')
  let client: InstanceType<typeof MongoClient> | undefined
  try {
    client = new MongoClient(uri, { serverSelectionTimeoutMS: mongoMs })
    const startedAt = performance.now()
    const { setName, msg } = await client.db().command({ hello: 1 })
    const took = `${Math.round(performance.now() - startedAt)} ms`
    if (setName === undefined && msg !== 'isdbgrid') {
      return [
        of.fault('MongoDB is a server without a replica set', 'docs/mongodb.md has the command that makes it one'),
      ]
    }
    return [of.ok(`MongoDB answers in ${took}: ${setName === undefined ? 'a mongos' : `the replica set ${setName}`}`)]
  } catch (error) {
    const name = error instanceof Error ? error.name : 'an error'
    return [
      of.fault(`MongoDB does not answer (${name})`, 'check MONGODB_URI, the network, and the user with its rights'),
    ]
  } finally {
    await client?.close()
  }
}

/** The store that the configuration names. */
export const checkStore = async (configuration: Configuration): Promise<readonly Finding[]> =>
  configuration.mongodbUri === null ? checkEmbedded(configuration) : checkMongo(configuration.mongodbUri)
