import type { OAuthClientRecord, OAuthClients } from '@patchbay/core/store'
import { authorizationCodes } from './authorization-code-document.ts'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import { type DocumentsOf, onlyText } from './documents-of.ts'
import { endGrants } from './end-grants.ts'
import { grants } from './grant-document.ts'
import { equal, text } from './text.ts'
import { put, remove } from './write.ts'

/** Its `_id` is the client's id. */
export interface ClientDocument extends Omit<OAuthClientRecord, 'client_id'> {
  readonly _id: string
}

export const oauthClients: CollectionOf<ClientDocument> = {
  name: 'oauth_clients',
  indexes: [{ key: { used_at: 1, created_at: 1 } }],
}

const recordOf = ({ _id, ...rest }: ClientDocument): OAuthClientRecord => ({ client_id: _id, ...rest })

export const clientDocuments: DocumentsOf<OAuthClientRecord, ClientDocument> = {
  collection: oauthClients,
  idOf: onlyText,
  documentOf: ({ client_id, ...rest }) => ({ _id: client_id, ...rest }),
  recordOf,
}

export const mongoOAuthClients = (db: MongoDatabase): OAuthClients => {
  const collection = db.collection(oauthClients)
  const grantsOf = db.collection(grants)
  return {
    register: ({ client_id, ...client }, { now, unusedSince, mostUnused }) =>
      db.write('clients', async (session) => {
        const options = { session, sort: { created_at: -1 }, skip: mostUnused - 1, projection: { _id: 1 } } as const
        const tooMany = await collection.find({ used_at: null }, options).toArray()
        const document = { ...client, _id: text(client_id), created_at: now.toISOString(), used_at: null }
        return {
          answer: undefined,
          writes: [
            remove(oauthClients, { used_at: null, created_at: { $lt: unusedSince.toISOString() } }),
            remove(oauthClients, { used_at: null, _id: { $in: tooMany.map(({ _id }) => _id) } }),
            put(oauthClients, document),
          ],
        }
      }),
    find: (clientId) =>
      db.run(async () => {
        const found = await collection.findOne({ _id: equal(clientId) })
        return found ? recordOf(found) : undefined
      }),
    list: ({ limit, after = '' }) =>
      db.run(async () => {
        const found = collection.find({ _id: { $gt: text(after) } }, { sort: { _id: 1 }, limit, batchSize: limit + 1 })
        return (await found.toArray()).map(recordOf)
      }),
    remove: (clientId) =>
      db.write(`client ${clientId}`, async (session) => {
        const known = await collection.findOne({ _id: equal(clientId) }, { session })
        if (!known) return { answer: false }
        const ended = await endGrants(grantsOf, { client_id: equal(clientId) }, session)
        const codes = remove(authorizationCodes, { client_id: equal(clientId) })
        return {
          answer: true,
          writes: [remove(oauthClients, { _id: equal(clientId) }), codes, ...ended.writes],
          changes: ended.changes,
        }
      }),
  }
}
