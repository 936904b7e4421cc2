import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Store } from '@patchbay/core/store'
import { Value } from 'typebox/value'
import { variables } from '../configuration/variables.ts'
import { openMongoStore } from '../store/mongo/index.ts'
import { openSqliteStore } from '../store/sqlite/index.ts'

/** One end of a move. */
export interface Place {
  /** Names the place for a person, and identifies it; no secrets. */
  readonly name: string
  readonly store: Store
  /** The sealing keys in the key file beside an embedded store. */
  readonly keys: string | undefined
  /** The environment with which a gateway uses it. */
  readonly start: string
}

/** The folder of an embedded store. A source must exist: opening a missing one would make it. */
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

/** A MongoDB URI, with the rules of MONGODB_URI. */
const openUri = async (uri: string, end: 'from' | 'to'): Promise<Place> => {
  const { schema, allowed } = variables.mongodbUri
  if (!Value.Check(schema, uri)) throw new Error(`--${end} is neither a folder nor ${allowed}`)
  const store = await openMongoStore(uri)
  return { name: `MongoDB, ${store.address}`, store, keys: undefined, start: 'MONGODB_URI set to it' }
}

/** Opens the place that `--from` or `--to` names. Throws Error for the operator when it can't be opened or doesn't exist. */
export const openPlace = async (uriOrFolder: string, end: 'from' | 'to'): Promise<Place> =>
  /^[a-z+]+:\/\//i.test(uriOrFolder) ? openUri(uriOrFolder, end) : openFolder(uriOrFolder, end)
