import type { AssertedGrant } from '@patchbay/core/store'
import type { MongoDatabase } from './database.ts'
import { type GrantDocument, grants } from './grant-document.ts'
import { oauthClients } from './oauth-clients.ts'
import { tenants } from './tenant-document.ts'
import { equal } from './text.ts'
import { put, remove } from './write.ts'

const documentOf = ({ grant_id, access, ...grant }: AssertedGrant, now: Date): GrantDocument => ({
  _id: grant_id,
  ...grant,
  bearer_hash: null,
  generation: 0,
  rotated_at: now.getTime(),
  created_at: now.toISOString(),
  last_used_at: now.toISOString(),
  expires_at: access.expires_at,
  access: [access],
  refresh: [],
})

/** Creates the grant of an assertion. `false`: its tenant or client doesn't exist. */
export const issueAsserted = (db: MongoDatabase, grant: AssertedGrant, now: Date): Promise<boolean> =>
  db.write(grant.tenant_id, async (session) => {
    const tenant = await db.collection(tenants).findOne({ _id: equal(grant.tenant_id) }, { session })
    const client = await db.collection(oauthClients).findOne({ _id: equal(grant.client_id) }, { session })
    if (!tenant || !client) return { answer: false }
    const expired = remove(grants, { expires_at: { $lte: now.getTime() / 1000 } })
    // Writing the client makes a concurrent removal of it conflict.
    const used = put(oauthClients, { ...client, used_at: now.toISOString() })
    return { answer: true, writes: [expired, used, put(grants, documentOf(grant, now))] }
  })
