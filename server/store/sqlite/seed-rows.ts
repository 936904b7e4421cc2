import type { AccountRef, SeedRecord } from '@patchbay/core/store'
import { type AccountKey, accountKey, ofAccount } from './account-rows.ts'
import type { SqliteDatabase } from './database.ts'

const columns = [
  'tenant',
  'provider',
  'account',
  'client_id',
  'token_endpoint',
  'sealed_client_secret',
  'sealed_refresh_token',
  'version',
  'client_auth',
  'status',
  'error',
  'failures',
  'retry_at',
  'forced_at',
  'lease_owner',
  'lease_until',
  'expires_at',
  'due_at',
  'updated_at',
] as const satisfies readonly (keyof SeedRecord)[]

/** The row of an account's seed, for use within a transaction. */
export interface SeedRows {
  get(ref: AccountRef): SeedRecord | undefined
  put(seed: SeedRecord): void
  /** `false`: no row existed. */
  remove(ref: AccountRef): boolean
}

export const seedRows = (db: SqliteDatabase): SeedRows => {
  const get = db.query<SeedRecord, AccountKey>(`SELECT * FROM seeds WHERE ${ofAccount}`)
  const put = db.query<never, (string | number | null)[]>(
    `INSERT OR REPLACE INTO seeds (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  const remove = db.query<never, AccountKey>(`DELETE FROM seeds WHERE ${ofAccount}`)
  return {
    get: (ref) => get.get(...accountKey(ref)) ?? undefined,
    put: (seed) => {
      put.run(...columns.map((column) => seed[column]))
    },
    remove: (ref) => remove.run(...accountKey(ref)).changes > 0,
  }
}
