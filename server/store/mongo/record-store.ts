import type { ClientSession } from 'mongodb'
import type { EndingGrants, RecordStore } from '../records/record-store.ts'
import { codeTable } from '../rules/oauth/authorization-codes.ts'
import type { MongoDatabase } from './engine/database.ts'
import { buildWrite, readRecords, readWholeTable, writeRecord } from './engine/tables.ts'
import { equalText } from './engine/text.ts'
import type { Decision } from './engine/write.ts'
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

export const createRecordStore = (db: MongoDatabase): RecordStore => ({
  now: () => db.serverNow().getTime(),
  read: (read) => db.run(() => readRecords(db, read)),
  write: (write) => db.runWrite('configuration', () => writeRecord(db, write)),
  change: (scope, reads, decide) =>
    db.write(scope, async (session) => {
      const { answer, writes = [], ends = [], changes = [] } = decide(await readWholeTable(db, reads, session))
      const ended = await endAll(db, ends, session)
      return { answer, writes: [...writes.map(buildWrite), ...ended.writes], changes: [...changes, ...ended.changes] }
    }),
})
