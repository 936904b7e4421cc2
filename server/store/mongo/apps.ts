import type { AppRecord, AppRef, Apps } from '@patchbay/core/store'
import type { ClientSession } from 'mongodb'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import type { DocumentsOf } from './documents-of.ts'
import { tenants } from './tenant-document.ts'
import { equal, text } from './text.ts'
import { put, replacement } from './write.ts'

/** MongoDB compares `_id` as a whole, so its members must keep their order. */
type AppDocument = Omit<AppRecord, keyof AppRef> & { readonly _id: AppRef }

const apps: CollectionOf<AppDocument> = { name: 'apps', indexes: [{ key: { '_id.tenant': 1 } }], tenant: '_id.tenant' }

const idOf = ({ provider, tenant }: AppRef): AppRef => ({ provider: text(provider), tenant: text(tenant) })
const recordOf = ({ _id, ...rest }: AppDocument): AppRecord => ({ ..._id, ...rest })
const documentOf = ({ provider, tenant, ...rest }: AppRecord): AppDocument => ({
  _id: idOf({ provider, tenant }),
  ...rest,
})

export const appDocuments: DocumentsOf<AppRecord, AppDocument> = {
  collection: apps,
  idOf: ([provider = '', tenant = '']) => idOf({ provider, tenant }),
  documentOf,
  recordOf,
}

const appOf = (db: MongoDatabase) => {
  const collection = db.collection(apps)
  return async (ref: AppRef, session?: ClientSession): Promise<AppRecord | undefined> => {
    const found = await collection.findOne({ _id: { $eq: idOf(ref) } }, { session })
    return found ? recordOf(found) : undefined
  }
}

/** The tenant's own application, else the gateway's. */
export const findApp = (db: MongoDatabase) => {
  const get = appOf(db)
  return async (ref: AppRef, session?: ClientSession): Promise<AppRecord | undefined> =>
    (await get(ref, session)) ?? (await get({ ...ref, tenant: '' }, session))
}

export const mongoApps = (db: MongoDatabase): Apps => {
  const collection = db.collection(apps)
  const tenantsOf = db.collection(tenants)
  const [get, find] = [appOf(db), findApp(db)]
  return {
    // The tenant is the scope, so that removing the tenant conflicts.
    put: (app, now) =>
      db.write<'created' | 'replaced' | 'TENANT_NOT_FOUND'>(app.tenant || `app ${app.provider}`, async (session) => {
        const tenant = app.tenant === '' || (await tenantsOf.findOne({ _id: equal(app.tenant) }, { session }))
        if (!tenant) return { answer: 'TENANT_NOT_FOUND' }
        const known = await collection.findOne({ _id: { $eq: idOf(app) } }, { session })
        const updated_at = now.toISOString()
        const created_at = known?.created_at ?? updated_at
        const record = { ...app, version: crypto.randomUUID(), created_at, updated_at }
        return { answer: known ? 'replaced' : 'created', writes: [put(apps, documentOf(record))] }
      }),
    get: (ref) => db.run(() => get(ref)),
    find: (ref) => db.run(() => find(ref)),
    list: () => db.run(async () => (await collection.find({}, { sort: { _id: 1 } }).toArray()).map(recordOf)),
    remove: (ref) => db.run(async () => (await collection.deleteOne({ _id: { $eq: idOf(ref) } })).deletedCount > 0),
    async reseal(ref, version, sealed_client_secret) {
      const known = await db.run(() => get(ref))
      if (known?.version !== version) return false
      return db.replace(replacement(apps, { version }, documentOf({ ...known, sealed_client_secret })))
    },
  }
}
