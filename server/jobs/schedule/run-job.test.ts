import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewAuditEntry } from '@patchbay/core/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqliteStore, type SqliteStore } from '../../store/sqlite/index.ts'
import type { Job } from './job.ts'
import { createRunJob, findLastRun, type RunJobParts } from './run-job.ts'

let folder: string
let store: SqliteStore
let entries: NewAuditEntry[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-run-job-'))
  store = openSqliteStore(folder)
  entries = []
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const run = async (result: Job['run'], changes = ['refreshed', 'model']) => {
  const parts: RunJobParts = {
    snapshots: store.snapshots,
    auditLog: { record: async (entry) => void entries.push(entry) },
    log: { error: () => {}, line: () => {} },
    onRun: () => {},
  }
  await createRunJob(parts)({ name: 'a-job', cron: '* * * * *', changes, run: result }, AbortSignal.timeout(60_000))
  return findLastRun(store.snapshots, 'a-job')
}

test.each<[result: Readonly<Record<string, unknown>>, entries: number]>([
  [{}, 0],
  [{ refreshed: 0, looked: 12, at: '2026-11-20T12:00:00Z' }, 0],
  [{ refreshed: 0, model: { opened: 0, resolved: 0 } }, 0],
  [{ refreshed: 1 }, 1],
  [{ refreshed: 0, model: { opened: 0, resolved: 2 } }, 1],
  [{ refreshed: 0, model: 'failed' }, 1],
])('a run that says %j is %i entries of the audit log, and always its last result', async (result, count) => {
  expect(await run(async () => result)).toMatchObject({ outcome: 'ok', result })
  expect(entries).toHaveLength(count)
})

test('a run that failed is an entry', async () => {
  const failed = await run(async () => {
    throw new Error('the disk is full')
  }, [])
  expect(failed).toMatchObject({ outcome: 'error' })
  expect(entries).toMatchObject([
    { action: 'run_job', source: 'job', key: 'jobs/a-job', outcome: 'error', status: 500 },
  ])
})
