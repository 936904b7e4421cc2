// Test lanes: slow

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { billableIn, createCounting, readUsage, rollUp, toDay } from '@patchbay/core/usage'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteAudit } from '../../server/store/sqlite/audit/log.ts'
import { sqliteRollUps } from '../../server/store/sqlite/audit/roll-ups.ts'
import { openDatabase } from '../../server/store/sqlite/engine/database.ts'
import { auditMigrations } from '../../server/store/sqlite/engine/schema/audit-steps.ts'
import { folderOnDisk } from '../folders.ts'
import { seeded } from '../seeded.ts'
import { times } from '../times.ts'
import { type CrashStep, crashSteps } from './crash-steps.ts'

const rounds = times(3)
/** Times that a step is reached before the process is killed, at most. */
const mostTimes = 40

const daysFrom = (time: Date, days: number): Date => new Date(time.getTime() + days * 86_400_000)

/** The ids that a writer had acknowledged when it was killed. */
const crash = async (folder: string, step: string, times: number): Promise<readonly string[]> => {
  const printed = join(folder, 'acknowledged')
  const writer = Bun.spawn(
    [process.execPath, join(import.meta.dirname, 'crashing-writer.ts'), folder, step, String(times)],
    // A file: what was written to a pipe is sometimes gone with a process that is killed on a busy machine.
    { stdout: Bun.file(printed), stderr: 'inherit' },
  )
  await writer.exited
  expect(writer.signalCode).toBe('SIGKILL')
  return readFileSync(printed, 'utf8')
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => line.split(' '))
}

/** The state after a new start, and the bill for it. */
const recover = async (folder: string) => {
  const db = openDatabase(join(folder, 'audit.sqlite'), auditMigrations)
  const rollUps = sqliteRollUps(db)
  const audit = sqliteAudit(db, rollUps)
  const found = (await audit.query({ limit: 1_000_000 })).map(({ id }) => id)
  const [now, today] = [new Date(Date.now() + 60_000), new Date()]
  await rollUp(rollUps, createCounting({ audit, rollUps }), {
    now,
    signal: new AbortController().signal,
    retentionDays: 90,
  })
  const usage = await readUsage({ audit, rollUps }, 'acme', toDay(daysFrom(today, -1)), toDay(daysFrom(today, 2)))
  audit.close()
  db.close()
  return { found, billed: billableIn(usage) }
}

test.each(Object.keys(crashSteps) as CrashStep[])(
  'killed when %s: what is acknowledged is there, each entry once, and the bill is equal',
  { timeout: times(180_000) },
  async (step) => {
    const random = seeded(15)
    const sums = { acknowledged: 0, lost: 0, twice: 0, 'billed wrongly': 0 }
    for (let round = 0; round < rounds; round++) {
      const folder = folderOnDisk()
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const acknowledged = await crash(folder, step, 1 + Math.floor(random() * mostTimes))
      const { found, billed } = await recover(folder)
      const ids = new Set(found)
      sums.acknowledged += acknowledged.length
      sums.lost += acknowledged.filter((id) => !ids.has(id)).length
      sums.twice += found.length - ids.size
      sums['billed wrongly'] += Math.abs(billed - ids.size)
    }
    expect(sums).toMatchObject({ lost: 0, twice: 0, 'billed wrongly': 0 })
    expect(sums.acknowledged).toBeGreaterThan(rounds)
  },
)
