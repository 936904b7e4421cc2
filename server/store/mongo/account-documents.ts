import type { AccountRef, CredentialRecord, SeedRecord } from '@patchbay/core/store'
import type { ClientSession, Document } from 'mongodb'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import type { DocumentsOf } from './documents-of.ts'
import { text } from './text.ts'

/** The stored form of an account's record. MongoDB compares `_id` as a whole, so its members must keep their order. */
export type AccountDocument<T extends AccountRef> = Omit<T, keyof AccountRef> & { readonly _id: AccountRef }

const byName = { '_id.tenant': 1, '_id.provider': 1, '_id.account': 1 } as const

export const byExpiry = { expires_at: 1 } as const

export const credentials: CollectionOf<AccountDocument<CredentialRecord>> = {
  name: 'credentials',
  indexes: [{ key: byName }, { key: byExpiry }],
  tenant: '_id.tenant',
}

export const seeds: CollectionOf<AccountDocument<SeedRecord>> = {
  name: 'seeds',
  indexes: [{ key: byName }, { key: { status: 1, due_at: 1 } }, { key: { status: 1, ...byExpiry } }],
  tenant: '_id.tenant',
}

/** Checks that each member is a text (see `text`), and sets their order. */
export const accountId = ({ tenant, provider, account }: AccountRef): AccountRef => ({
  tenant: text(tenant),
  provider: text(provider),
  account: text(account),
})

export const documentOf = <T extends AccountRef>({ tenant, provider, account, ...rest }: T): AccountDocument<T> => ({
  _id: accountId({ tenant, provider, account }),
  ...rest,
})

const recordOf = <T extends AccountRef>({ _id, ...rest }: AccountDocument<T>): T =>
  ({ ..._id, ...rest }) as unknown as T

const documentsOf = <T extends AccountRef>(
  collection: CollectionOf<AccountDocument<T>>,
): DocumentsOf<T, AccountDocument<T>> => ({
  collection,
  idOf: ([tenant = '', provider = '', account = '']) => accountId({ tenant, provider, account }),
  documentOf,
  recordOf: (document) => recordOf<T>(document as AccountDocument<T>),
})

export const credentialDocuments = documentsOf(credentials)
export const seedDocuments = documentsOf(seeds)

/** Finds the record of an account. */
export const accountsIn = <T extends AccountRef>(db: MongoDatabase, declared: CollectionOf<AccountDocument<T>>) => {
  const collection = db.collection<Document>(declared as CollectionOf<Document>)
  return {
    async get(ref: AccountRef, session?: ClientSession): Promise<T | undefined> {
      const found = await collection.findOne({ _id: { $eq: accountId(ref) } } as Document, { session })
      return found ? recordOf<T>(found as unknown as AccountDocument<T>) : undefined
    },
  }
}
