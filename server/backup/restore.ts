import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readAll } from '@patchbay/core/rules'
import type {
  AdminKeyRecord,
  ConnectLink,
  GrantWithTokens,
  RecordKind,
  Store,
  TenantTokenRecord,
  TokenLinkRecord,
} from '@patchbay/core/store'
import { secondsOf } from '@patchbay/core/time'
import { checkKeys } from '../migrate/check-keys.ts'
import { openPlace } from '../migrate/open-place.ts'
import { type BackupTrust, checkProof } from './check-proof.ts'
import { noBackup, unpackBackup } from './unpack.ts'

/** The kinds of records that are counted for the operator. */
const counted = ['tenants', 'tenantTokens', 'credentials', 'seeds', 'audit'] as const satisfies readonly RecordKind[]

/** The credentials that open a gateway on the restored store, except those that its environment names. */
export interface RestoredAccess {
  readonly adminKeys: readonly AdminKeyRecord[]
  readonly tenantTokens: readonly TenantTokenRecord[]
  readonly grants: readonly GrantWithTokens[]
  readonly tokenLinks: readonly TokenLinkRecord[]
  /** The connect links that can still be used. */
  readonly connections: readonly ConnectLink[]
}

export interface Restored {
  readonly trust: BackupTrust
  readonly access: RestoredAccess
  readonly counts: Readonly<Record<(typeof counted)[number], number>>
  /** The number of sealed values that the keys open; `undefined`: there were no keys to try. */
  readonly opened: number | undefined
}

export interface RestoreOptions {
  /** A file of sealing keys, which is copied beside the store. */
  readonly keys?: string | undefined
  /** PATCHBAY_KEYS of the gateways. */
  readonly patchbayKeys?: string | undefined
  /** Also restores what the keys don't prove to be as its gateway made it. */
  readonly unverified?: boolean
  readonly onStep: (step: string) => void
}

/** Reads every page and index of a database. */
const checkDatabase = (path: string): void => {
  const db = new Database(path, { readwrite: true, strict: true })
  try {
    const rows = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check(5)').all()
    const problems = rows.map(({ integrity_check }) => integrity_check).join('; ')
    if (problems !== 'ok') throw new Error(`${path} is damaged: ${problems}`)
  } finally {
    db.close(true)
  }
}

/** The tables of short access: sign-ins to the console, and to applications that are under way. */
const shortLived = ['sessions', 'authorization_codes']

/**
 * Ends what is worth nothing in another place: nobody is signed in to a console that was restored. Throws Error for the operator where a
 * database would act by itself later.
 */
const disarm = (archive: string, path: string): void => {
  const db = new Database(path, { readwrite: true, strict: true })
  try {
    const count = (where: string): number =>
      db.query<{ n: number }, []>(`SELECT count(*) AS n FROM sqlite_schema WHERE ${where}`).get()?.n ?? 0
    if (count("type NOT IN ('table', 'index')") > 0) throw noBackup(archive)
    for (const table of shortLived)
      if (count(`type = 'table' AND name = '${table}'`) > 0) db.run(`DELETE FROM ${table}`)
  } finally {
    db.close(true)
  }
}

const readEach = async <K extends keyof RestoredAccess>(store: Store, kind: K): Promise<RestoredAccess[K]> => {
  const pages = await Array.fromAsync(readAll(store, kind))
  return pages.flatMap(({ records }) => records as never[]) as unknown as RestoredAccess[K]
}

const isOpen = ({ status, expires_at }: ConnectLink): boolean =>
  status !== 'connected' && expires_at > secondsOf(new Date())

const readAccess = async (store: Store): Promise<RestoredAccess> => ({
  adminKeys: await readEach(store, 'adminKeys'),
  tenantTokens: await readEach(store, 'tenantTokens'),
  grants: await readEach(store, 'grants'),
  tokenLinks: await readEach(store, 'tokenLinks'),
  connections: (await readEach(store, 'connections')).filter(isOpen),
})

/** Opens the store as a gateway would, which brings it up to date, and its sealed values with the keys. */
const checkStore = async (
  folder: string,
  { keys: keyFile, patchbayKeys }: RestoreOptions,
): Promise<Omit<Restored, 'trust'>> => {
  const place = await openPlace(folder, 'from')
  try {
    const { records } = place.store.transfer
    const pairs = await Promise.all(counted.map(async (kind) => [kind, await records[kind].count()] as const))
    const keys = patchbayKeys ?? place.keys
    const opened =
      keys === undefined
        ? undefined
        : await checkKeys(place, place, keys, {
            name: patchbayKeys === undefined ? `the keys in ${keyFile}` : 'PATCHBAY_KEYS',
            remedy:
              'the restore needs the sealing keys of the gateway that was backed up, which its DATA_DIR has in the file "keys"',
          })
    const access = await readAccess(place.store)
    return { counts: Object.fromEntries(pairs) as Restored['counts'], opened, access }
  } finally {
    await place.store.close()
  }
}

const unpackInto = async (archive: string, folder: string, options: RestoreOptions): Promise<Restored> => {
  const { keys, patchbayKeys, unverified = false, onStep } = options
  const proof = await unpackBackup(archive, folder, (name) => onStep(`unpacking ${name}`))
  // Before anything of it is opened.
  const sealingKeys = patchbayKeys ?? (keys === undefined ? undefined : readFileSync(keys, 'utf8').trim())
  const trust = checkProof(archive, proof, { keys: sealingKeys, unverified })
  for (const name of ['patchbay.sqlite', 'audit.sqlite']) {
    onStep(`checking ${name}`)
    checkDatabase(join(folder, name))
    disarm(archive, join(folder, name))
  }
  if (keys !== undefined) writeFileSync(join(folder, 'keys'), readFileSync(keys), { flag: 'wx', mode: 0o600 })
  onStep('opening the store')
  return { ...(await checkStore(folder, options)), trust }
}

/**
 * Unpacks a backup into a folder that is new or empty, and checks all of it. Throws Error for the operator when anything is wrong;
 * the folder is left empty then.
 */
export const restoreBackup = async (archive: string, target: string, options: RestoreOptions): Promise<Restored> => {
  const folder = resolve(target)
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} holds files already: move them away, or restore into another folder`)
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    return await unpackInto(archive, folder, options)
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name))
    throw error
  }
}

/**
 * Restores a backup beside its archive, and removes the copy again: what could be restored once can be restored again. The copy of a
 * command that was killed is removed first.
 */
export const verifyBackup = async (archive: string, onStep: (step: string) => void): Promise<Restored> => {
  const folder = `${resolve(archive)}.verify`
  rmSync(folder, { recursive: true, force: true })
  try {
    return await restoreBackup(archive, folder, { onStep })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
