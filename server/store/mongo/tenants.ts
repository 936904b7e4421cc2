import type { AccountRef, PutTenant, TenantRecord, Tenants } from '@patchbay/core/store'
import type { ClientSession } from 'mongodb'
import { credentialChange } from '../rules/credential-change.ts'
import { hasAccount } from '../rules/has-account.ts'
import { credentials, seeds } from './account-documents.ts'
import type { MongoDatabase } from './database.ts'
import { type DocumentsOf, onlyText } from './documents-of.ts'
import { leaveRevocations } from './revocations.ts'
import { type TenantDocument, tenants } from './tenant-document.ts'
import { equal, text } from './text.ts'
import { put, remove } from './write.ts'

const recordOf = ({ _id, providers, options, ...rest }: TenantDocument): TenantRecord => ({
  id: _id,
  version: rest.updated_at,
  ...rest,
  providers: JSON.parse(providers),
  options: JSON.parse(options),
})

export const tenantDocuments: DocumentsOf<TenantRecord, TenantDocument> = {
  collection: tenants,
  idOf: onlyText,
  documentOf: ({ id, providers, options, ...rest }) => ({
    _id: id,
    ...rest,
    providers: JSON.stringify(providers),
    options: JSON.stringify(options),
  }),
  recordOf,
}

export const mongoTenants = (db: MongoDatabase): Tenants => {
  const collection = db.collection(tenants)
  const credentialsOf = db.collection(credentials)
  const seedsOf = db.collection(seeds)
  const leave = leaveRevocations(db)

  /** The accounts with a credential or seed, sorted by name, without duplicates. */
  const heldBy = async (id: string, session: ClientSession): Promise<AccountRef[]> => {
    const ofTenant = { '_id.tenant': equal(id) }
    const found = [
      ...(await credentialsOf.find(ofTenant, { session, projection: { _id: 1 } }).toArray()),
      ...(await seedsOf.find(ofTenant, { session, projection: { _id: 1 } }).toArray()),
    ]
    // NUL sorts before every character of a name.
    const byName = new Map(found.map(({ _id }) => [`${_id.provider}\0${_id.account}`, _id]))
    return [...byName.keys()].sort().flatMap((name) => byName.get(name) ?? [])
  }

  return {
    get: (id) =>
      db.run(async () => {
        const found = await collection.findOne({ _id: equal(id) })
        return found ? recordOf(found) : undefined
      }),
    put: (id, given, { now, prune, isRevocable }) =>
      db.write<PutTenant>(id, async (session) => {
        const known = await collection.findOne({ _id: equal(id) }, { session })
        const { name, status, providers, options } =
          typeof given === 'function' ? given(known ? recordOf(known) : undefined) : given
        const dropped = (await heldBy(id, session)).filter((ref) => !hasAccount(providers, ref))
        if (dropped.length > 0 && !prune) return { answer: { outcome: 'conflict', accounts: dropped } }
        const updated_at = now.toISOString()
        const document: TenantDocument = {
          _id: id,
          name,
          status,
          providers: JSON.stringify(providers),
          options: JSON.stringify(options),
          created_at: known?.created_at ?? updated_at,
          updated_at,
          version: crypto.randomUUID(),
        }
        return {
          answer: { outcome: known ? 'replaced' : 'created', record: recordOf(document) },
          writes: [
            ...(await leave(dropped, isRevocable && { now, isRevocable }, session)),
            ...dropped.map((ref) => remove(credentials, { _id: { $eq: ref } })),
            ...dropped.map((ref) => remove(seeds, { _id: { $eq: ref } })),
            put(tenants, document),
          ],
          changes: [...dropped.map(credentialChange), { kind: 'tenant', tenant: id }],
        }
      }),
    list: ({ limit, after = '' }) =>
      db.run(async () => {
        const found = collection.find({ _id: { $gt: text(after) } }, { sort: { _id: 1 }, limit, batchSize: limit + 1 })
        return (await found.toArray()).map(recordOf)
      }),
    remove: (id, check, leaving) =>
      db.write(id, async (session) => {
        const known = await collection.findOne({ _id: equal(id) }, { session })
        if (!known) return { answer: false }
        check?.(recordOf(known))
        return {
          answer: true,
          writes: [
            ...(await leave(leaving ? await heldBy(id, session) : [], leaving, session)),
            remove(tenants, { _id: equal(id) }),
            ...db.ofTenants().map((declared) => remove(declared, { [declared.tenant ?? '']: equal(id) })),
          ],
          changes: [{ kind: 'tenant', tenant: id }],
        }
      }),
  }
}
