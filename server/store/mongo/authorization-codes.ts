import type { AuthorizationCodes, NewOAuthClient } from '@patchbay/core/store'
import type { ClientSession } from 'mongodb'
import { authorizationCodes, codeDocuments } from './authorization-code-document.ts'
import type { MongoDatabase } from './database.ts'
import { type GrantDocument, grants } from './grant-document.ts'
import { type ClientDocument, oauthClients } from './oauth-clients.ts'
import { tenantTokens } from './tenant-tokens.ts'
import { equal, text } from './text.ts'
import { put, remove } from './write.ts'

const seconds = (moment: Date): number => moment.getTime() / 1000

export const mongoAuthorizationCodes = (db: MongoDatabase): AuthorizationCodes => {
  const collection = db.collection(authorizationCodes)
  const bearersOf = db.collection(tenantTokens)
  const clientsOf = db.collection(oauthClients)

  /** The client after this use. Writing it makes a concurrent removal of the client conflict. */
  const usedClient = async (
    { client_id, ...client }: NewOAuthClient,
    used_at: string,
    session: ClientSession,
  ): Promise<ClientDocument | undefined> => {
    const known = await clientsOf.findOne({ _id: equal(client_id) }, { session })
    if (client.source === 'registration') return known ? { ...known, used_at } : undefined
    return { ...client, _id: client_id, created_at: known?.created_at ?? used_at, used_at }
  }

  return {
    issue: ({ hash, ...code }, client, now) =>
      db.write(code.tenant_id, async (session) => {
        const ofTenant = { _id: equal(code.bearer_hash), tenant_id: equal(code.tenant_id) }
        const bearer = await bearersOf.findOne(ofTenant, { session })
        const used = await usedClient(client, now.toISOString(), session)
        if (!bearer || !used) return { answer: false }
        const expired = remove(authorizationCodes, { expires_at: { $lte: seconds(now) } })
        const issued = put(authorizationCodes, { ...code, _id: text(hash), client_id: text(code.client_id) })
        return { answer: true, writes: [expired, put(oauthClients, used), issued] }
      }),
    find: (hash, now) =>
      db.run(async () => {
        const found = await collection.findOne({ _id: equal(hash), expires_at: { $gt: seconds(now) } })
        return found ? codeDocuments.recordOf(found) : undefined
      }),
    // The scope is the code rather than its tenant: whatever else ends the code conflicts with its removal.
    claim: (hash, { grant_id, client_name, family, access, refresh }, now) =>
      db.write(`code ${hash}`, async (session) => {
        const expired = remove(grants, { expires_at: { $lte: seconds(now) } })
        const valid = { _id: equal(hash), expires_at: { $gt: seconds(now) } }
        const code = await collection.findOne(valid, { session })
        if (!code) return { answer: false, writes: [expired] }
        const { tenant_id, client_id, resource, scope, bearer_hash } = code
        const created_at = now.toISOString()
        const grant: GrantDocument = {
          _id: grant_id,
          ...{ tenant_id, client_id, client_name, resource, scope, bearer_hash, family, created_at },
          ...{ issuer: null, subject: null },
          code_hash: hash,
          generation: 0,
          rotated_at: now.getTime(),
          last_used_at: created_at,
          expires_at: refresh.expires_at,
          access: [access],
          refresh: [{ hash: refresh.hash, generation: 0 }],
        }
        return {
          answer: true,
          writes: [expired, remove(authorizationCodes, { _id: equal(hash) }), put(grants, grant)],
        }
      }),
  }
}
