import type { AssertedGrant } from '@patchbay/core/store'
import { exactSecondsOf, isoTime, msOf } from '@patchbay/core/time'
import { tenantTable } from '../../rules/accounts/tenant-table.ts'
import { oauthClientTable } from '../../rules/oauth/clients.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { buildWrite, readRecords } from '../engine/tables.ts'
import { putWrite, removeWrite } from '../engine/transactions/write.ts'
import { type GrantDocument, grants } from './grant-document.ts'

const toDocument = ({ grant_id, access, ...grant }: AssertedGrant, now: Date): GrantDocument => ({
  _id: grant_id,
  ...grant,
  bearer_hash: null,
  generation: 0,
  rotated_at: msOf(now),
  created_at: isoTime(now),
  last_used_at: isoTime(now),
  expires_at: access.expires_at,
  access: [access],
  refresh: [],
})

/** Creates the grant of an assertion. `false`: its tenant or client doesn't exist. */
export const issueAsserted = (db: MongoDatabase, grant: AssertedGrant, now: Date): Promise<boolean> =>
  db.write(grant.tenant_id, async (session) => {
    const tenant = await readRecords(db, tenantTable.at({ id: grant.tenant_id }), session)
    const client = await readRecords(db, oauthClientTable.at(grant), session)
    if (!tenant || !client) return { answer: false }
    const expired = removeWrite(grants, { expires_at: { $lte: exactSecondsOf(now) } })
    // Writing the client makes a concurrent removal of it conflict.
    const used = buildWrite(oauthClientTable.put({ ...client, used_at: isoTime(now) }))
    return { answer: true, writes: [expired, used, putWrite(grants, toDocument(grant, now))] }
  })
