import { setImmediate } from 'node:timers/promises'
import { createReports, type EntryQuery, type Reports } from '@patchbay/core/reports'
import type { AuditReader } from '@patchbay/core/store'
import { createThread, type Thread, type ThreadBounds } from '../../../threads/thread.ts'
import { filtered } from '../../rules/audit/filter.ts'
import type { SqliteDatabase } from '../engine/database.ts'
import type { ReaderSetUp } from './reader-thread.ts'

/** The tasks of the thread, by name. */
type ReaderTasks = {
  readonly [Name in keyof Reports]: (
    input: Parameters<Reports[Name]>[0],
    signal: AbortSignal,
  ) => ReturnType<Reports[Name]>
}

export interface ReaderOptions {
  /** Called when the thread died or hung. */
  readonly onFailure?: ((error: Error) => void) | undefined
  readonly bounds?: Partial<ThreadBounds> | undefined
}

export interface SqliteReader {
  readonly reports: Reports
  /** Resolves when nothing is read any more. */
  close(): Promise<void>
}

/** True if finding the entries costs less than asking the thread: one by its id, or a page of all. */
const isCheap = ({ id, reads = true, calls = false, search, ...filter }: EntryQuery): boolean =>
  id !== undefined ||
  (reads && !calls && search === undefined && filtered.every((name) => name === 'id' || filter[name] === undefined))

/** Reports from a thread with a connection of its own. They show only what is on the disk. */
const inThread = (thread: Thread<ReaderTasks>, db: SqliteDatabase, own: Reports): Reports => {
  const remote = <Name extends keyof Reports>(name: Name) =>
    (async (input: never, signal?: AbortSignal) => {
      const answer = await thread.run(name, input, signal)
      // Answers that follow each other closely come in one turn of the event loop: calls get theirs between them.
      await setImmediate()
      await db.settled()
      return answer
    }) as unknown as Reports[Name]
  const farEntries = remote('entries')
  return {
    async entries(filter, signal) {
      if (!isCheap(filter)) return farEntries(filter, signal)
      const entries = await own.entries(filter, signal)
      await db.settled()
      return entries
    },
    searchEntries: remote('searchEntries'),
    countEntries: remote('countEntries'),
    changes: remote('changes'),
    exportPage: remote('exportPage'),
    statistics: remote('statistics'),
    hours: remote('hours'),
    recentCalls: remote('recentCalls'),
    dayTotals: remote('dayTotals'),
    monthTotals: remote('monthTotals'),
    usage: remote('usage'),
    billable: remote('billable'),
    recentUsage: remote('recentUsage'),
    uses: remote('uses'),
    countNext: remote('countNext'),
    recountHours: remote('recountHours'),
    recountDays: remote('recountDays'),
  }
}

/** Reports of the thread that answers calls, which get their turn before each: many short ones may follow each other. */
const afterCalls = (own: Reports): Reports =>
  Object.fromEntries(
    Object.entries(own).map(([name, report]) => [
      name,
      async (input: never, signal?: AbortSignal) => {
        await setImmediate()
        return report(input, signal)
      },
    ]),
  ) as unknown as Reports

/** The reader of the embedded store beside its writes. `audit`: the same reads by the connection that writes. */
export const createReader = (
  db: SqliteDatabase,
  audit: AuditReader,
  { onFailure, bounds }: ReaderOptions,
): SqliteReader => {
  const own = createReports({ exact: audit, past: audit })
  if (!db.isShared) return { reports: afterCalls(own), close: async () => undefined }
  const thread = createThread<ReaderTasks>({
    module: new URL('./reader-thread', import.meta.url),
    work: 'reading the audit log',
    begin() {
      const { flags, close } = db.readers.open()
      return { setUp: { path: db.path, flags } satisfies ReaderSetUp, ended: close }
    },
    ...(onFailure && { onFailure }),
    ...(bounds && { bounds }),
  })
  return { reports: inThread(thread, db, own), close: thread.close }
}
