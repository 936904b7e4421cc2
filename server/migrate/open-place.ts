import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Store } from '@patchbay/core/store'
import { Value } from 'typebox/value'
import { variables } from '../configuration/variables.ts'
import { openMongoStore } from '../store/mongo/index.ts'
import { openSqliteSource, openSqliteStore } from '../store/sqlite/index.ts'

/** One end of a move. */
export interface MoveEnd {
  /** Names and identifies the place, for a person; no secrets. */
  readonly name: string
  readonly store: Store
  /** The sealing keys in the key file beside an embedded store. */
  readonly keys: string | undefined
  /** The environment that a gateway on this store needs. */
  readonly start: string
}

/** Opens the folder of an embedded store. A source must exist, because opening a missing store would create it. */
const openFolder = (folder: string, end: 'from' | 'to'): MoveEnd => {
  const path = resolve(folder)
  if (end === 'from' && !existsSync(join(path, 'patchbay.sqlite')))
    throw new Error(`${path} holds no store: pass the DATA_DIR of a gateway`)
  const keyFile = join(path, 'keys')
  return {
    name: `the embedded store in ${path}`,
    store: end === 'from' ? openSqliteSource(path) : openSqliteStore(path),
    keys: existsSync(keyFile) ? readFileSync(keyFile, 'utf8').trim() : undefined,
    start: `DATA_DIR=${path} and without MONGODB_URI`,
  }
}

/** Opens a MongoDB URI, which must be a valid MONGODB_URI. */
const openUri = async (uri: string, end: 'from' | 'to'): Promise<MoveEnd> => {
  const { schema, allowed } = variables.mongodbUri
  if (!Value.Check(schema, uri)) throw new Error(`--${end} is neither a folder nor ${allowed}`)
  const store = await openMongoStore(uri)
  return { name: `MongoDB, ${store.address}`, store, keys: undefined, start: 'MONGODB_URI set to it' }
}

/** Opens the place that `--from` or `--to` names. Throws an Error for the operator if it doesn't exist or can't be opened. */
export const openPlace = async (uriOrFolder: string, end: 'from' | 'to'): Promise<MoveEnd> =>
  /^[a-z+]+:\/\//i.test(uriOrFolder) ? openUri(uriOrFolder, end) : openFolder(uriOrFolder, end)
