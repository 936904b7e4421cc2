/**
 * `bun test/effects/stop/main.ts [--mongodb]`: how long a gateway takes to stop at SIGTERM, idle and with 100 writes at a vendor that
 * never answers, or answers 2 seconds after the signal; what their callers get, and what the audit log says of them after the next start.
 */
import { parseArgs } from 'node:util'
import { startMongod } from '../../mongodb.ts'
import { withDatabase } from '../../mongodb-uri.ts'
import { type StopCase, stopWithWrites } from './stop-with-writes.ts'

const { values } = parseArgs({ options: { mongodb: { type: 'boolean', default: false } } })
const mongod = values.mongodb ? await startMongod() : undefined
if (mongod) Object.assign(process.env, { TEST_STORE: 'mongodb', TEST_MONGODB_URI: mongod.uri })

const cases: readonly StopCase[] = [
  { writes: 0 },
  { writes: 100, answersAfterMs: 2000 },
  { writes: 100, isHungUp: true, answersAfterMs: 2000 },
  { writes: 100 },
  { writes: 100, isHungUp: true },
]
const rows: object[] = []
for (const [n, each] of cases.entries()) {
  const env: Record<string, string> = mongod ? { MONGODB_URI: withDatabase(mongod.uri, `patchbay-stop-${n}`) } : {}
  const { seconds, exitCode, statuses, outcomes } = await stopWithWrites({ ...each, env })
  rows.push({
    writes: each.writes,
    vendor: each.answersAfterMs === undefined ? 'never answers' : `answers after ${each.answersAfterMs / 1000} s`,
    callers: each.isHungUp ? 'hung up' : JSON.stringify(statuses),
    log: JSON.stringify(outcomes),
    seconds,
    exitCode,
  })
  console.error(rows.at(-1))
}
console.table(rows)
await mongod?.stop()
process.exit(0)
