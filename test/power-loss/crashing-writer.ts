/**
 * `bun crashing-writer.ts <folder> <step> <n>`: appends audit entries to the log in the folder and moves them into its
 * table, prints the ids of each batch when it is acknowledged, and is killed at the n-th time that the step is reached.
 */
import { join } from 'node:path'
import { GatewayError } from '@patchbay/core/errors'
import { sqliteAudit } from '../../server/store/sqlite/audit/log.ts'
import { sqliteRollUps } from '../../server/store/sqlite/audit/roll-ups.ts'
import { openDatabase, type SqliteDatabase } from '../../server/store/sqlite/engine/database.ts'
import { auditMigrations } from '../../server/store/sqlite/engine/schema/audit-steps.ts'
import { auditEntry } from '../contract/samples.ts'
import { type CrashStep, crashSteps } from './crash-steps.ts'

const [folder = '', step = '', times = ''] = process.argv.slice(2)
const crashing = crashSteps[step as CrashStep]
let left = Number(times)
const reach = (): void => {
  if (--left === 0) process.kill(process.pid, 'SIGKILL')
}

const db = openDatabase(join(folder, 'audit.sqlite'), auditMigrations)
const query = ((sql: string) => {
  const statement = db.query(sql)
  if (!sql.startsWith(crashing)) return statement
  return {
    run: (...values: never[]) => {
      const result = statement.run(...values)
      reach()
      return result
    },
  }
}) as SqliteDatabase['query']
const audit = sqliteAudit({ ...db, query }, sqliteRollUps(db))

const started = Date.now()
/** Many more than a step needs that is reached at all. */
const mostRounds = 1000
for (let round = 0; round < mostRounds; round++) {
  const batch = Array.from({ length: 8 }, (_, n) => auditEntry(new Date(started + round), {}, n))
  const isWritten = await audit.append(batch).then(
    () => true,
    (error: unknown) => {
      // A disk that others keep busy for seconds takes no batch, and none is acknowledged.
      if (error instanceof GatewayError && error.code === 'UNAVAILABLE') return false
      throw error
    },
  )
  if (!isWritten) {
    await Bun.sleep(100)
    continue
  }
  if (crashing === 'acknowledge') reach()
  await Bun.write(Bun.stdout, `${batch.map(({ id }) => id).join(' ')}\n`)
  if (round % 5 === 4) await audit.fill(24)
}
throw new Error(`no statement begins with ${crashing}`)
