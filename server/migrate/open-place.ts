import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Store } from '@patchbay/core/store'
import { Value } from 'typebox/value'
import { variables } from '../configuration/variables.ts'
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

/** A URI as MONGODB_URI takes it. */
const openUri = async (uri: string, end: 'from' | 'to'): Promise<Place> => {
  const { schema, allowed } = variables.mongodbUri
  if (!Value.Check(schema, uri)) throw new Error(`--${end} is neither a folder nor ${allowed}`)
  const store = await openMongoStore(uri)
  return { name: `MongoDB, ${store.address}`, store, keys: undefined, start: 'MONGODB_URI set to it' }
}

/** Opens what `--from` or `--to` names. Throws Error for the operator where that can't be, or isn't there to be read. */
export const openPlace = async (uriOrFolder: string, end: 'from' | 'to'): Promise<Place> =>
  /^[a-z+]+:\/\//i.test(uriOrFolder) ? openUri(uriOrFolder, end) : openFolder(uriOrFolder, end)
