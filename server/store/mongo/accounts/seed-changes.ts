import type { AccountRef, CredentialRecord, RefreshResult, SeedRecord } from '@patchbay/core/store'
import { asUnixMs, msOf, type UnixMs } from '@patchbay/core/time'
import { credentialTable, seedTable } from '../../rules/accounts/account-tables.ts'
import { credentialChange } from '../../rules/accounts/credential-change.ts'
import { buildRefreshedCredential } from '../../rules/accounts/seed-state.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { createTableDocuments } from '../engine/table-documents.ts'
import { buildWrite, readRecords, readWholeTable } from '../engine/tables.ts'
import { replacement } from '../engine/transactions/write.ts'

const credentials = createTableDocuments(credentialTable.definition)
export const seeds = createTableDocuments(seedTable.definition)

const toId = ({ tenant, provider, account }: AccountRef) => seeds.idOf([tenant, provider, account])

/** Reads and changes of single seeds and their credentials. A change is tried again until nobody else was faster. */
export const createSeedChanges = (db: MongoDatabase) => {
  const collection = db.collection(seeds.collection)
  const findSeed = (ref: AccountRef) => readRecords(db, seedTable.at(ref))
  const findCredential = (ref: AccountRef) => readRecords(db, credentialTable.at(ref))

  /** The server's clock, as the clocks of gateways may differ. */
  const serverNow = async (ref: AccountRef): Promise<UnixMs> => {
    const [clock] = await collection
      .aggregate<{ now: Date }>([{ $match: { _id: { $eq: toId(ref) } } }, { $project: { now: '$$NOW' } }], {})
      .toArray()
    return clock ? msOf(clock.now) : asUnixMs(0)
  }

  /** Replaces the seed if it hasn't changed. */
  const swap = (seen: SeedRecord, next: SeedRecord): Promise<boolean> =>
    db.replace(replacement(seeds.collection, seeds.documentOf(seen), seeds.documentOf(next)))

  /** Replaces the seed by the result of `make`, which may run more than once. Returns `undefined` if `make` does. */
  const change = async (
    ref: AccountRef,
    make: (seed: SeedRecord) => SeedRecord | undefined | Promise<SeedRecord | undefined>,
  ): Promise<SeedRecord | undefined> => {
    for (;;) {
      const seed = await db.run(() => findSeed(ref))
      const next = seed && (await make(seed))
      if (!next || (await swap(seed, next))) return next
    }
  }

  /** Inserts the first access token of an account, if the account still exists and has the same seed. */
  const insertAccess = (seed: SeedRecord, access: CredentialRecord): Promise<boolean> =>
    db.write<boolean>(seed.tenant, async (session) => {
      const reads = { current: seedTable.at(seed), credential: credentialTable.at(seed) }
      const { current, credential } = await readWholeTable(db, reads, session)
      if (current?.version !== seed.version || (credential && credential.version !== access.version))
        return { answer: false }
      return {
        answer: true,
        writes: [buildWrite(credentialTable.put(access))],
        changes: [credentialChange(seed)],
      }
    })

  const storeAccess = async (
    seed: SeedRecord,
    result: RefreshResult,
    now: Date,
  ): Promise<CredentialRecord | undefined> => {
    const access = buildRefreshedCredential(seed, result, now)
    const replaceAccess = (version: string): Promise<boolean> =>
      db.replace(replacement(credentials.collection, { version }, credentials.documentOf(access)), [
        credentialChange(seed),
      ])
    const { credential: version } = result
    const isStored =
      version === null
        ? await insertAccess(seed, access)
        : // If an earlier attempt stored the token, its change may not have been announced.
          (await replaceAccess(version)) || (await replaceAccess(access.version))
    return isStored ? access : undefined
  }

  return { findSeed, findCredential, serverNow, swap, change, storeAccess }
}
