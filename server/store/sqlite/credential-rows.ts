import type { AccountRef, CredentialRecord } from '@patchbay/core/store'
import { type AccountKey, accountKey, ofAccount } from './account-rows.ts'
import type { SqliteDatabase } from './database.ts'

/** The row of an account's credential, for use within a transaction. */
export interface CredentialRows {
  get(ref: AccountRef): CredentialRecord | undefined
  put(credential: CredentialRecord): void
  /** `false`: no row existed. */
  remove(ref: AccountRef): boolean
}

export const credentialRows = (db: SqliteDatabase): CredentialRows => {
  const get = db.query<CredentialRecord, AccountKey>(`SELECT * FROM credentials WHERE ${ofAccount}`)
  const put = db.query<never, [...AccountKey, string, string, number | null, string, string, string | null]>(
    `INSERT OR REPLACE INTO credentials
       (tenant, provider, account, sealed, token_type, expires_at, version, updated_at, rejected_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = db.query<never, AccountKey>(`DELETE FROM credentials WHERE ${ofAccount}`)
  return {
    get: (ref) => get.get(...accountKey(ref)) ?? undefined,
    put: (credential) => {
      const { sealed, token_type, expires_at, version, updated_at, rejected_at } = credential
      put.run(...accountKey(credential), sealed, token_type, expires_at, version, updated_at, rejected_at)
    },
    remove: (ref) => remove.run(...accountKey(ref)).changes > 0,
  }
}
