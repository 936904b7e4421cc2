import type { AccountRef, Leaving, Revocations } from '@patchbay/core/store'
import type { ClientSession } from 'mongodb'
import { revocationOf } from '../rules/revocation-of.ts'
import { accountsIn, credentials, seeds } from './account-documents.ts'
import { findApp } from './apps.ts'
import { findConnectedBefore } from './connections.ts'
import type { MongoDatabase } from './database.ts'
import { addRevocation, revocationDocuments, revocations } from './revocation-documents.ts'
import { equal } from './text.ts'
import type { Write } from './write.ts'

/** Keeps what is to be ended of accounts that are about to be removed: the writes for the transaction that removes them. */
export const leaveRevocations = (db: MongoDatabase) => {
  const [credential, seed] = [accountsIn(db, credentials), accountsIn(db, seeds)]
  const [app, link] = [findApp(db), findConnectedBefore(db)]
  return async (
    refs: readonly AccountRef[],
    leaving: Leaving | undefined,
    session: ClientSession,
  ): Promise<readonly Write[]> => {
    const writes: Write[] = []
    for (const ref of leaving ? refs : []) {
      // One after the other: a transaction takes one operation at a time.
      const held = {
        credential: await credential.get(ref, session),
        seed: await seed.get(ref, session),
        link: await link(ref, session),
        app: await app(ref, session),
      }
      const revocation = leaving && revocationOf(ref, held, leaving)
      if (revocation) writes.push(addRevocation(revocation))
    }
    return writes
  }
}

export const mongoRevocations = (db: MongoDatabase): Revocations => {
  const collection = db.collection(revocations)
  return {
    claim: (now, until) =>
      db.run(async () => {
        const claimed = await collection.findOneAndUpdate(
          { next_at: { $lte: now.getTime() } },
          { $set: { next_at: until.getTime() } },
          { sort: { next_at: 1, _id: 1 }, returnDocument: 'after' },
        )
        return claimed ? revocationDocuments.recordOf(claimed) : undefined
      }),
    update: (revocation) =>
      db.run(async () => {
        const document = revocationDocuments.documentOf(revocation)
        return (await collection.replaceOne({ _id: equal(document._id) }, document)).matchedCount > 0
      }),
    remove: (id) => db.run(async () => (await collection.deleteOne({ _id: equal(id) })).deletedCount > 0),
  }
}
