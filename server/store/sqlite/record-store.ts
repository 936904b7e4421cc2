import type { Change } from '@patchbay/core/store'
import type { EndingGrants, RecordStore } from '../records/record-store.ts'
import type { SqliteDatabase } from './engine/database.ts'
import { createTables } from './engine/tables.ts'
import { createEndGrants } from './oauth/end-grants.ts'

export const createRecordStore = (db: SqliteDatabase, announce: (change: Change) => void): RecordStore => {
  const tables = createTables(db)
  const endGrants = createEndGrants(db)
  const end = (grants: EndingGrants): readonly Change[] => {
    const ended =
      'client_id' in grants ? endGrants('client_id', grants.client_id) : endGrants('bearer_hash', grants.bearer_hash)
    return ended.map((grant_id) => ({ kind: 'grant', grant_id }))
  }
  return {
    now: () => Date.now(),
    read: (read) => db.read(() => tables.read(read)),
    write: (write) => db.write(() => tables.write(write)),
    async change(_scope, reads, decide) {
      const { answer, changes } = await db.write(() => {
        const { answer, writes = [], ends = [], changes = [] } = decide(tables.readAll(reads))
        for (const write of writes) tables.write(write)
        return { answer, changes: [...changes, ...ends.flatMap(end)] }
      })
      for (const change of changes) announce(change)
      return answer
    },
  }
}
