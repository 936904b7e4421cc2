import type { Billing, BillingRecord } from '@patchbay/core/store'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import { type DocumentsOf, onlyText } from './documents-of.ts'
import { tenants } from './tenant-document.ts'
import { equal, text } from './text.ts'
import { put } from './write.ts'

interface BillingDocument extends Omit<BillingRecord, 'tenant' | 'version'> {
  readonly _id: string
  /** Documents of earlier versions of the gateway have none. */
  readonly version?: string
}

const billing: CollectionOf<BillingDocument> = { name: 'billing', indexes: [], tenant: '_id' }

const recordOf = ({ _id, ...rest }: BillingDocument): BillingRecord => ({
  tenant: _id,
  version: rest.updated_at,
  ...rest,
})
const documentOf = ({ tenant, ...rest }: BillingRecord): BillingDocument => ({ _id: text(tenant), ...rest })

export const billingDocuments: DocumentsOf<BillingRecord, BillingDocument> = {
  collection: billing,
  idOf: onlyText,
  documentOf,
  recordOf,
}

export const mongoBilling = (db: MongoDatabase): Billing => {
  const collection = db.collection(billing)
  const tenantsOf = db.collection(tenants)
  return {
    put: (tenant, configuration, now, check) =>
      db.write<BillingRecord | 'TENANT_NOT_FOUND'>(tenant, async (session) => {
        const known = await tenantsOf.findOne({ _id: equal(tenant) }, { session })
        if (!known) return { answer: 'TENANT_NOT_FOUND' }
        const stored = await collection.findOne({ _id: equal(tenant) }, { session })
        check?.(stored ? recordOf(stored) : undefined)
        const record = { ...configuration, tenant, updated_at: now.toISOString(), version: crypto.randomUUID() }
        return {
          answer: record,
          writes: [put(billing, documentOf(record))],
          changes: [{ kind: 'billing', tenant }],
        }
      }),
    get: (tenant) =>
      db.run(async () => {
        const found = await collection.findOne({ _id: equal(tenant) })
        return found ? recordOf(found) : undefined
      }),
  }
}
