import { msOf } from '@patchbay/core/time'
import type { ClientSession } from 'mongodb'
import {
  type DecidedAnswer,
  type EndingGrants,
  type FurtherReads,
  needsMore,
  type ReadResults,
  type Reads,
  type RecordDecision,
  type RecordStore,
} from '../records/record-store.ts'
import { tenantTable } from '../rules/accounts/tenant-table.ts'
import { codeTable } from '../rules/oauth/authorization-codes.ts'
import type { MongoDatabase } from './engine/database.ts'
import { buildWrite, countRecords, readRecords, readWholeTable, writeRecord } from './engine/tables.ts'
import { equalText } from './engine/text.ts'
import { type CollectionWrite, type Decision, removeWrite } from './engine/transactions/write.ts'
import { endGrants } from './oauth/end-grants.ts'
import { grants } from './oauth/grant-document.ts'

type Asked = Required<Omit<Decision<never>, 'answer'>>

/** The writes and changes that end these grants and their codes. */
const endAll = async (db: MongoDatabase, ends: readonly EndingGrants[], session: ClientSession): Promise<Asked> => {
  const all: Asked[] = []
  for (const ended of ends) {
    const filter = Object.fromEntries(Object.entries(ended).map(([member, value]) => [member, equalText(value)]))
    const { writes, changes } = await endGrants(db.collection(grants), filter, session)
    all.push({ writes: [buildWrite(codeTable.remove(ended)), ...writes], changes })
  }
  return { writes: all.flatMap(({ writes }) => writes), changes: all.flatMap(({ changes }) => changes) }
}

/** Reads one after the other, as a transaction does. */
const readFurther = async <R extends Reads>(db: MongoDatabase, all: readonly R[], session: ClientSession) => {
  const results: ReadResults<R>[] = []
  for (const reads of all) results.push(await readWholeTable(db, reads, session))
  return results
}

/** The writes that remove a tenant with the documents of all collections that name a `tenant`. */
const forget = (db: MongoDatabase, tenant: string): readonly CollectionWrite[] => [
  buildWrite(tenantTable.remove({ id: tenant })),
  ...db.ofTenants().map((declared) => removeWrite(declared, { [declared.tenant ?? '']: equalText(tenant) })),
]

export const createRecordStore = (db: MongoDatabase): RecordStore => ({
  now: () => msOf(db.serverNow()),
  read: (read) => db.run(() => readRecords(db, read)),
  count: (read) => db.run(() => countRecords(db, read)),
  write: (write) => db.runWrite('configuration', () => writeRecord(db, write)),
  change: (scope, reads, decide) =>
    db.write(scope, async (session) => {
      const step: RecordDecision | FurtherReads<unknown> = decide(await readWholeTable(db, reads, session))
      const decision = needsMore(step) ? step.decide(await readFurther(db, step.further, session)) : step
      const { answer, writes = [], ends = [], forgets, changes = [] } = decision
      const ended = await endAll(db, ends, session)
      const forgotten = forgets === undefined ? [] : forget(db, forgets)
      return {
        answer: answer as DecidedAnswer<ReturnType<typeof decide>>,
        writes: [...writes.map(buildWrite), ...ended.writes, ...forgotten],
        changes: [...changes, ...ended.changes],
      }
    }),
})
