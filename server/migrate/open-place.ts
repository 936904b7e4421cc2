import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Store } from '@patchbay/core/store'
import { MongoClient } from 'mongodb'
import { openMongoStore } from '../store/mongo/index.ts'
import { openSqliteStore } from '../store/sqlite/index.ts'

/** One end of a move. */
export interface Place {
  /** For a person, and to know the place again; without secrets. */
  readonly name: string
  readonly store: Store
  /** The sealing keys that an embedded store has beside it. */
  readonly keys: string | undefined
  /** How gateways are started on it. */
  readonly start: string
}

/** The folder of an embedded store. Opening one that isn't there would make it. */
const openFolder = (folder: string, end: 'from' | 'to'): Place => {
  const path = resolve(folder)
  if (end === 'from' && !existsSync(join(path, 'patchbay.sqlite'))) throw new Error(`there is no store in ${path}`)
  const keyFile = join(path, 'keys')
  return {
    name: `the embedded store in ${path}`,
    store: openSqliteStore(path),
    keys: existsSync(keyFile) ? readFileSync(keyFile, 'utf8').trim() : undefined,
    start: `DATA_DIR=${path} and without MONGODB_URI`,
  }
}

/** Hosts and database of a URI; `undefined` where it has none. What the parser throws may hold the password. */
const parseUri = (uri: string): { readonly hosts: string; readonly database: string } | undefined => {
  // Without a name the driver would take the database "test".
  if (!/^mongodb(\+srv)?:\/\/[^/]+\/[^/?]/.test(uri)) return undefined
  try {
    const { hosts, srvHost, dbName } = new MongoClient(uri).options
    return { hosts: srvHost ?? hosts.join(','), database: dbName }
  } catch {
    return undefined
  }
}

const openUri = async (uri: string, end: 'from' | 'to'): Promise<Place> => {
  const parsed = parseUri(uri)
  if (!parsed) throw new Error(`--${end} must be a MongoDB URI with the database's name: mongodb://<host>/<database>`)
  return {
    name: `the database ${parsed.database} of MongoDB at ${parsed.hosts}`,
    store: await openMongoStore(uri),
    keys: undefined,
    start: 'MONGODB_URI set to it',
  }
}

/** Opens what `--from` or `--to` names. Throws Error for the operator where that can't be, or isn't there to be read. */
export const openPlace = async (uriOrFolder: string, end: 'from' | 'to'): Promise<Place> =>
  /^[a-z+]+:\/\//i.test(uriOrFolder) ? openUri(uriOrFolder, end) : openFolder(uriOrFolder, end)
