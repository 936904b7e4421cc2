/** The module of the thread in which the embedded store makes its reports. */
import { createReports } from '@patchbay/core/reports'
import { serveTasks } from '../../../threads/serve-tasks.ts'
import { sqliteAuditReads } from '../audit/log.ts'
import { sqliteRollUpReads } from '../audit/roll-ups.ts'
import type { ReaderFlags } from '../engine/readers.ts'
import { openReads } from './open-reads.ts'

/** Nobody else waits in this thread, so that most tenants' uses are counted at once. */
const usesMs = 20_000

export interface ReaderSetUp {
  readonly path: string
  readonly flags: ReaderFlags
}

serveTasks(({ path, flags }: ReaderSetUp) => {
  const db = openReads(path, flags)
  const reader = { audit: sqliteAuditReads(db), rollUps: sqliteRollUpReads(db) }
  return { ...createReports({ exact: reader, past: reader, usesMs }) }
})
