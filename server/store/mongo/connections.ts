import type { AccountRef, Connections, ConnectLink } from '@patchbay/core/store'
import type { ClientSession, Document, Filter } from 'mongodb'
import { credentialChange } from '../rules/credential-change.ts'
import { freshSeed } from '../rules/seed-state.ts'
import { keptLinkSeconds, withAccount } from '../rules/with-account.ts'
import { documentOf as accountDocumentOf, accountId, credentials, seeds } from './account-documents.ts'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import { type DocumentsOf, onlyText } from './documents-of.ts'
import { addRevocation } from './revocation-documents.ts'
import { tenants } from './tenant-document.ts'
import { equal, text } from './text.ts'
import { put, remove } from './write.ts'

/** Its `_id` is the link's id. Settings are JSON, as providers choose their names. */
type LinkDocument = Omit<ConnectLink, 'connect_id' | 'settings'> & { readonly _id: string; readonly settings: string }

const links: CollectionOf<LinkDocument> = {
  name: 'connect_links',
  indexes: [
    { key: { hash: 1 }, unique: true },
    { key: { 'attempt.state_hash': 1 } },
    { key: { tenant: 1, _id: 1 } },
    { key: { expires_at: 1 } },
  ],
  tenant: 'tenant',
}

const recordOf = ({ _id, settings, ...rest }: LinkDocument): ConnectLink => ({
  connect_id: _id,
  ...rest,
  settings: JSON.parse(settings),
})
const documentOf = ({ connect_id, settings, ...rest }: ConnectLink): LinkDocument => ({
  _id: text(connect_id),
  ...rest,
  settings: JSON.stringify(settings),
})

export const linkDocuments: DocumentsOf<ConnectLink, LinkDocument> = {
  collection: links,
  idOf: onlyText,
  documentOf,
  recordOf,
}

/** The link by which an account was connected last. */
export const findConnectedBefore = (db: MongoDatabase) => {
  const collection = db.collection(links)
  return async (
    { tenant, provider, account }: AccountRef,
    session?: ClientSession,
  ): Promise<ConnectLink | undefined> => {
    const ofAccount = { tenant: equal(tenant), provider: equal(provider), account: equal(account) }
    const found = await collection.findOne({ ...ofAccount, status: 'connected' }, { sort: { _id: -1 }, session })
    return found ? recordOf(found) : undefined
  }
}

export const mongoConnections = (db: MongoDatabase): Connections => {
  const collection = db.collection(links)
  const tenantsOf = db.collection(tenants)
  const connectedBefore = findConnectedBefore(db)

  const findOne = (filter: Filter<LinkDocument>): Promise<ConnectLink | undefined> =>
    db.run(async () => {
      const found = await collection.findOne(filter)
      return found ? recordOf(found) : undefined
    })
  const isCurrent = async (version: string, { connect_id }: ConnectLink, session: ClientSession): Promise<boolean> =>
    (await collection.findOne({ _id: equal(connect_id) }, { session }))?.version === version

  return {
    create: (link, now) =>
      db.write<'created' | 'TENANT_NOT_FOUND'>(link.tenant, async (session) => {
        const old = remove(links, {
          expires_at: { $lt: now.getTime() / 1000 - keptLinkSeconds },
          status: { $ne: 'connected' },
        })
        const tenant = await tenantsOf.findOne({ _id: equal(link.tenant) }, { session })
        if (!tenant) return { answer: 'TENANT_NOT_FOUND', writes: [old] }
        return { answer: 'created', writes: [old, put(links, documentOf(link))] }
      }),
    find: (hash) => findOne({ hash: equal(hash) }),
    get: (connectId) => findOne({ _id: equal(connectId) }),
    list: ({ tenant, before, limit }) =>
      db.run(async () => {
        const filter: Document = {}
        if (tenant !== undefined) filter.tenant = equal(tenant)
        if (before !== undefined) filter._id = { $lt: text(before) }
        return (await collection.find(filter, { sort: { _id: -1 }, limit }).toArray()).map(recordOf)
      }),
    connectedBefore: (ref) => db.run(() => connectedBefore(ref)),
    connectedAs: (provider, identity) =>
      db.run(async () => {
        const filter = { provider: equal(provider), identity: equal(identity), status: 'connected' } as const
        return (await collection.find(filter, { sort: { _id: 1 } }).toArray()).map(recordOf)
      }),
    findByState: (stateHash) => findOne({ 'attempt.state_hash': equal(stateHash) }),
    swap: (version, next, revocation) =>
      db.write(next.tenant, async (session) => {
        if (!(await isCurrent(version, next, session))) return { answer: false }
        const left = revocation ? [addRevocation(revocation)] : []
        return { answer: true, writes: [put(links, documentOf(next)), ...left] }
      }),
    complete: (version, next, { account, credential, seed }, now) =>
      db.write<'connected' | 'changed' | 'TENANT_NOT_FOUND'>(next.tenant, async (session) => {
        if (!(await isCurrent(version, next, session))) return { answer: 'changed' }
        const tenant = await tenantsOf.findOne({ _id: equal(next.tenant) }, { session })
        if (!tenant) return { answer: 'TENANT_NOT_FOUND' }
        const ref = { tenant: next.tenant, provider: next.provider, account: next.account }
        const providers = JSON.stringify(withAccount(JSON.parse(tenant.providers), ref, account))
        const updated_at = now.toISOString()
        const kept = { ...ref, ...credential, version: crypto.randomUUID(), updated_at, rejected_at: null }
        return {
          answer: 'connected',
          writes: [
            put(tenants, { ...tenant, providers, updated_at, version: crypto.randomUUID() }),
            put(credentials, accountDocumentOf(kept)),
            seed
              ? put(seeds, accountDocumentOf(freshSeed(ref, seed, credential, now)))
              : remove(seeds, { _id: { $eq: accountId(ref) } }),
            put(links, documentOf(next)),
          ],
          changes: [{ kind: 'tenant', tenant: next.tenant }, credentialChange(ref)],
        }
      }),
  }
}
