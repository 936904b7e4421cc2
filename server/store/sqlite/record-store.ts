import type { Change } from '@patchbay/core/store'
import { currentMs } from '@patchbay/core/time'
import {
  type DecidedAnswer,
  type EndingGrants,
  type FurtherReads,
  needsMore,
  type RecordDecision,
  type RecordStore,
} from '../records/record-store.ts'
import { removeTenant } from '../rules/tables.ts'
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
  const forget = (tenant: string): void => {
    endGrants('tenant_id', tenant)
    for (const write of removeTenant(tenant)) tables.write(write)
  }
  return {
    now: currentMs,
    read: (read) => db.read(() => tables.read(read)),
    count: (read) => db.read(() => tables.count(read)),
    write: (write) => db.write(() => tables.write(write)),
    async change(_scope, reads, decide) {
      const { answer, changes } = await db.write(() => {
        const step: RecordDecision | FurtherReads<unknown> = decide(tables.readAll(reads))
        const decision = needsMore(step) ? step.decide(step.further.map(tables.readAll)) : step
        const { answer, writes = [], ends = [], forgets, changes = [] } = decision
        for (const write of writes) tables.write(write)
        if (forgets !== undefined) forget(forgets)
        return { answer, changes: [...changes, ...ends.flatMap(end)] }
      })
      for (const change of changes) announce(change)
      return answer as DecidedAnswer<ReturnType<typeof decide>>
    },
  }
}
