import type { AuthorizationCodes } from '@patchbay/core/store'
import { exactSecondsOf, isoTime, msOf } from '@patchbay/core/time'
import { codeTable, findCode } from '../../rules/oauth/authorization-codes.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { buildWrite, readRecords } from '../engine/tables.ts'
import { putWrite, removeWrite } from '../engine/transactions/write.ts'
import { type GrantDocument, grants } from './grant-document.ts'

/** Turns a code into its grant. */
export const createClaimCode =
  (db: MongoDatabase): AuthorizationCodes['claim'] =>
  (hash, { grant_id, client_name, family, access, refresh }, now) =>
    // The scope is the code rather than its tenant: whatever else ends the code conflicts with its removal.
    db.write(`code ${hash}`, async (session) => {
      const expired = removeWrite(grants, { expires_at: { $lte: exactSecondsOf(now) } })
      const code = await readRecords(db, findCode(hash, now), session)
      if (!code) return { answer: false, writes: [expired] }
      const { tenant_id, client_id, resource, scope, bearer_hash } = code
      const created_at = isoTime(now)
      const grant: GrantDocument = {
        _id: grant_id,
        tenant_id,
        client_id,
        client_name,
        resource,
        scope,
        bearer_hash,
        family,
        created_at,
        issuer: null,
        subject: null,
        code_hash: hash,
        generation: 0,
        rotated_at: msOf(now),
        last_used_at: created_at,
        expires_at: refresh.expires_at,
        access: [access],
        refresh: [{ hash: refresh.hash, generation: 0 }],
      }
      return { answer: true, writes: [expired, buildWrite(codeTable.remove({ hash })), putWrite(grants, grant)] }
    })
