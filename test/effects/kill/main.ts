/**
 * `bun test/effects/kill/main.ts [--times 100] [--mongodb]`: gateways are killed in the middle of writes, at each step so many times; what
 * the vendor has carried out is compared with what the audit log says. Fails where they differ.
 */
import { parseArgs } from 'node:util'
import { startMongod } from '../../mongodb.ts'
import { withDatabase } from '../../mongodb-uri.ts'
import { makeKillTable } from './kill-table.ts'

const { values } = parseArgs({
  options: { times: { type: 'string', default: '100' }, mongodb: { type: 'boolean', default: false } },
})
const mongod = values.mongodb ? await startMongod() : undefined
// Servers of tests get the rest of what a store takes by these.
if (mongod) Object.assign(process.env, { TEST_STORE: 'mongodb', TEST_MONGODB_URI: mongod.uri })
const env: Record<string, string> = mongod ? { MONGODB_URI: withDatabase(mongod.uri, 'patchbay-kill') } : {}
const rows = await makeKillTable({
  times: Number(values.times),
  env,
  onStep: (step) => console.error(`killing: ${step}`),
})
console.table(rows)
await mongod?.stop()
process.exit(rows.some(({ withoutTrace, doubled, wrong }) => withoutTrace + doubled + wrong > 0) ? 1 : 0)
