import type { AccountRef, Leaving, PutTenant, TenantRecord, Tenants } from '@patchbay/core/store'
import type { ClientSession } from 'mongodb'
import { credentialTable, readAccountRef, seedTable } from '../../rules/accounts/account-tables.ts'
import { endConnections } from '../../rules/accounts/connections.ts'
import { credentialChange } from '../../rules/accounts/credential-change.ts'
import { leaveRevocation, readHeld } from '../../rules/accounts/credentials.ts'
import { hasAccount } from '../../rules/accounts/has-account.ts'
import { tenantTable } from '../../rules/accounts/tenant-table.ts'
import { dropUnknownMembers, keepUnknownMembers } from '../../rules/unknown-members.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { createTableDocuments, type TableDocument } from '../engine/table-documents.ts'
import { buildWrite, readRecords, readWholeTable } from '../engine/tables.ts'
import { equalText } from '../engine/text.ts'
import { type CollectionWrite, removeWrite } from '../engine/write.ts'
import { buildTenantPage } from './tenant-page.ts'

const { collection: tenants, documentOf, recordOf } = createTableDocuments(tenantTable.definition)

export const mongoTenants = (db: MongoDatabase): Tenants => {
  const collection = db.collection(tenants)

  /** With members of later versions. */
  const findWhole = (id: string, session?: ClientSession): Promise<TenantRecord | undefined> =>
    readRecords(db, tenantTable.at({ id }), session)

  /** Records the access to revoke for accounts that are about to be removed. */
  const leave = async (
    refs: readonly AccountRef[],
    leaving: Leaving | undefined,
    session: ClientSession,
  ): Promise<readonly CollectionWrite[]> => {
    const writes: CollectionWrite[] = []
    for (const ref of leaving ? refs : []) {
      writes.push(...leaveRevocation(ref, await readWholeTable(db, readHeld(ref), session), leaving).map(buildWrite))
    }
    return writes
  }

  /** The accounts with a credential or seed, sorted by name, without duplicates. */
  const heldBy = async (tenant: string, session: ClientSession): Promise<AccountRef[]> => {
    const reads = { credentials: credentialTable.list({ tenant }), seeds: seedTable.list({ tenant }) }
    const { credentials, seeds } = await readWholeTable(db, reads, session)
    const found = [...credentials, ...seeds].map(readAccountRef)
    // NUL sorts before every character of a name.
    const byName = new Map(found.map((ref) => [`${ref.provider}\0${ref.account}`, ref]))
    return [...byName.keys()].sort().flatMap((name) => byName.get(name) ?? [])
  }

  return {
    get: (id) =>
      db.run(async () => {
        const found = await findWhole(id)
        return found && dropUnknownMembers(found)
      }),
    put: (id, given, { now, prune, isRevocable }) =>
      db.write<PutTenant>(id, async (session) => {
        const known = await findWhole(id, session)
        const configured = typeof given === 'function' ? given(known && dropUnknownMembers(known)) : given
        const { name, status, providers, options } = keepUnknownMembers(configured, known)
        const dropped = (await heldBy(id, session)).filter((ref) => !hasAccount(providers, ref))
        if (dropped.length > 0 && !prune) return { answer: { outcome: 'conflict', accounts: dropped } }
        const updated_at = now.toISOString()
        const created_at = known?.created_at ?? updated_at
        const next = { name, status, providers, options, created_at, updated_at, version: crypto.randomUUID() }
        // A later version may have added members: they stay.
        const record: TenantRecord = { ...known, id, ...next }
        return {
          answer: {
            outcome: known ? 'replaced' : 'created',
            record: dropUnknownMembers(recordOf(documentOf(record))),
          },
          writes: [
            ...(await leave(dropped, isRevocable && { now, isRevocable }, session)),
            ...dropped.map((ref) => buildWrite(credentialTable.remove(ref))),
            ...dropped.map((ref) => buildWrite(seedTable.remove(ref))),
            ...dropped.map((ref) => buildWrite(endConnections(ref))),
            buildWrite(tenantTable.put(record)),
          ],
          changes: [...dropped.map(credentialChange), { kind: 'tenant', tenant: id }],
        }
      }),
    list: (page) =>
      db.run(async () => {
        const found = await collection.aggregate<TableDocument>([...buildTenantPage(page)]).toArray()
        return found.map((document) => dropUnknownMembers(recordOf(document)))
      }),
    remove: (id, check, leaving) =>
      db.write(id, async (session) => {
        const known = await findWhole(id, session)
        if (!known) return { answer: false }
        check?.(dropUnknownMembers(known))
        return {
          answer: true,
          writes: [
            ...(await leave(leaving ? await heldBy(id, session) : [], leaving, session)),
            buildWrite(tenantTable.remove({ id })),
            ...db.ofTenants().map((declared) => removeWrite(declared, { [declared.tenant ?? '']: equalText(id) })),
          ],
          changes: [{ kind: 'tenant', tenant: id }],
        }
      }),
  }
}
