import type { Progress, RecordKind, RecordSet, Records, Transfer } from '@patchbay/core/store'
import type { Document } from 'mongodb'
import { credentialDocuments, seedDocuments } from './account-documents.ts'
import { adminKeyDocuments } from './admin-keys.ts'
import { appDocuments } from './apps.ts'
import { auditDocuments } from './audit.ts'
import { codeDocuments } from './authorization-code-document.ts'
import { billingDocuments } from './billing.ts'
import type { CollectionOf } from './collection.ts'
import { linkDocuments } from './connections.ts'
import type { MongoDatabase } from './database.ts'
import type { DocumentsOf } from './documents-of.ts'
import { grantDocuments } from './grant-document.ts'
import { clientDocuments } from './oauth-clients.ts'
import { revocationDocuments } from './revocation-documents.ts'
import { rollUpDocuments } from './roll-ups.ts'
import { snapshotDocuments } from './snapshots.ts'
import { suggestionDocuments } from './suggestions.ts'
import { bearerTokenDocuments } from './tenant-tokens.ts'
import { tenantDocuments } from './tenants.ts'
import { usedAssertionDocuments } from './used-assertions.ts'
import { webhookDocuments } from './webhooks.ts'

/** The only document of its collection, until a move into this database is complete. */
interface Move extends Progress {
  readonly _id: 'transfer'
}

const move: CollectionOf<Move> = { name: 'transfer', indexes: [] }

const recordSet = <T, D extends Document>(db: MongoDatabase, kept: DocumentsOf<T, D>): RecordSet<T> => {
  const { collection: declared, idOf, documentOf, recordOf } = kept as unknown as DocumentsOf<T>
  const collection = db.collection<Document>(declared)
  return {
    count: () => db.run(() => collection.countDocuments({})),
    read: ({ limit, after }) =>
      db.run(async () => {
        // MongoDB compares an `_id` of several members member by member, in their order.
        const filter = after ? { _id: { $gt: idOf(after) } } : {}
        const found = collection.find(filter as Document, { sort: { _id: 1 }, limit, batchSize: limit + 1 })
        return (await found.toArray()).map(recordOf)
      }),
    write: (records) =>
      db.run(async () => {
        const writes = records.map(documentOf).map((replacement) => ({
          replaceOne: { filter: { _id: { $eq: replacement._id } }, replacement, upsert: true },
        }))
        if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false })
      }),
    clear: () =>
      db.run(async () => {
        await collection.deleteMany({})
      }),
  }
}

const documents = {
  tenants: tenantDocuments,
  tenantTokens: bearerTokenDocuments,
  credentials: credentialDocuments,
  seeds: seedDocuments,
  oauthClients: clientDocuments,
  authorizationCodes: codeDocuments,
  grants: grantDocuments,
  usedAssertions: usedAssertionDocuments,
  snapshots: snapshotDocuments,
  billing: billingDocuments,
  suggestions: suggestionDocuments,
  adminKeys: adminKeyDocuments,
  webhooks: webhookDocuments,
  apps: appDocuments,
  connections: linkDocuments,
  revocations: revocationDocuments,
  audit: auditDocuments,
  rollUps: rollUpDocuments,
}

/** The names of their collections. A test compares them with the existing ones. */
export const movedCollections: readonly string[] = Object.values(documents).map(({ collection }) => collection.name)

export const mongoTransfer = (db: MongoDatabase): Transfer => {
  const collection = db.collection(move)
  const records: { readonly [K in RecordKind]: RecordSet<Records[K]> } = {
    tenants: recordSet(db, documents.tenants),
    tenantTokens: recordSet(db, documents.tenantTokens),
    credentials: recordSet(db, documents.credentials),
    seeds: recordSet(db, documents.seeds),
    oauthClients: recordSet(db, documents.oauthClients),
    authorizationCodes: recordSet(db, documents.authorizationCodes),
    grants: recordSet(db, documents.grants),
    snapshots: recordSet(db, documents.snapshots),
    billing: recordSet(db, documents.billing),
    suggestions: recordSet(db, documents.suggestions),
    adminKeys: recordSet(db, documents.adminKeys),
    webhooks: recordSet(db, documents.webhooks),
    usedAssertions: recordSet(db, documents.usedAssertions),
    apps: recordSet(db, documents.apps),
    connections: recordSet(db, documents.connections),
    revocations: recordSet(db, documents.revocations),
    audit: recordSet(db, documents.audit),
    rollUps: recordSet(db, documents.rollUps),
  }
  const only = { _id: 'transfer' } as const
  return {
    records,
    progress: () => db.run(() => collection.findOne<Progress>(only, { projection: { _id: 0 } })),
    setProgress: (progress) =>
      db.run(async () => {
        if (progress) await collection.replaceOne(only, progress, { upsert: true })
        else await collection.deleteOne(only)
      }),
  }
}
