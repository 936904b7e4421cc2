/**
 * `bun bench/load/audit-bench.ts [entries]`: how long queries and statistics of the audit log take when it holds many
 * entries (5,000,000), on both stores, and how long the roll-ups take to count them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { AuditFilter, Store } from '@patchbay/core/store'
import { createCounting, queryAudit, readStatistics, readUsage, rollUp, toDay } from '@patchbay/core/usage'
import { openMongoStore } from '../../server/store/mongo/index.ts'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { writeSection } from '../../test/docs/page-section.ts'
import { missingMongodb, startMongod } from '../../test/mongodb.ts'
import { withDatabase } from '../../test/mongodb-uri.ts'
import { dayMs, fillAudit, filledTenants } from './administrators/audit-entries.ts'
import { describeMachine } from './bench/markdown.ts'

const full = 5_000_000
const [entries] = parseArgs({ allowPositionals: true }).positionals
const total = Number(entries ?? full)
const runs = 40
const now = new Date()

const p95 = async (work: (n: number) => Promise<unknown>, count = runs): Promise<{ p50: number; p95: number }> => {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now()
    await work(n)
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  return { p50: times[Math.floor(count / 2)] ?? 0, p95: times[Math.floor(count * 0.95)] ?? 0 }
}

const ago = (days: number): Date => new Date(now.getTime() - days * dayMs)

const queries: Readonly<Record<string, (n: number) => Omit<AuditFilter, 'limit'>>> = {
  newest: () => ({}),
  'of a tenant': (n) => ({ tenant: `tenant-${n * 5}` }),
  'of a tenant, last day': (n) => ({ tenant: `tenant-${n * 5}`, since: ago(1) }),
  'of a tenant and an action': (n) => ({ tenant: `tenant-${n * 5}`, action: `action_${n}` }),
  'of an action': (n) => ({ action: `action_${59 - n}` }),
  'of a source that is rare': () => ({ source: 'admin' }),
  'of a key that is rare': (n) => ({ key: `tenants/tenant-${n * 5}` }),
  'of an action that there is not': () => ({ action: 'none' }),
}

/** Reads the whole log, as the statistics would have to without roll-ups. */
const scanLog = async (store: Store): Promise<void> => {
  let after: string | undefined
  let entries = 0
  for (let more = true; more; ) {
    const slice = await store.audit.tally({ since: ago(31), ...(after !== undefined && { after }) })
    for (const tally of slice.tallies) entries += tally.entries
    after = slice.last ?? after
    more = slice.more
  }
  if (entries !== total) throw new Error(`the scan has counted ${entries} of ${total} entries`)
}

/** Milliseconds by what was asked, one column a store. */
const table = new Map<string, string[]>()

const measure = async (name: string, store: Store): Promise<void> => {
  await fillAudit(store, { total, now, tenantOf: (_, random) => `tenant-${Math.floor(random() * filledTenants)}` })
  const startedAt = performance.now()
  const options = { now: new Date(now.getTime() + 60_000), signal: new AbortController().signal, retentionDays: 90 }
  const { counted } = await rollUp(store.rollUps, createCounting(store), options)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`\n${name}: ${counted.toLocaleString('en')} entries counted in ${seconds.toFixed(1)} s`)
  const row = (what: string, { p50, p95: most }: { p50: number; p95: number }): void => {
    console.log(`  ${what.padEnd(40)} p50 ${p50.toFixed(1).padStart(8)} ms   p95 ${most.toFixed(1).padStart(8)} ms`)
    table.set(what, [...(table.get(what) ?? []), `${p50.toFixed(1)} | ${most.toFixed(1)}`])
  }
  for (const [what, filter] of Object.entries(queries)) {
    row(`query ${what}`, await p95((n) => queryAudit(store, { ...filter(n), limit: 101 })))
  }
  row('statistics', await p95(() => readStatistics(store, now)))
  row('the same by a scan of the log, once', await p95(() => scanLog(store), 1))
  row(
    'usage of a tenant, 30 days',
    await p95((n) => readUsage(store, `tenant-${n * 5}`, toDay(ago(30)), toDay(ago(-1)))),
  )
}

const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'))
const sqlite = openSqliteStore(folder)
await measure('embedded store', sqlite)
await sqlite.close()
rmSync(folder, { recursive: true })

const missing = missingMongodb()
if (missing === undefined) {
  const mongod = await startMongod()
  const mongo = await openMongoStore(withDatabase(mongod.uri, 'patchbay-bench'))
  await measure('MongoDB', mongo)
  await mongo.close()
  await mongod.stop()
} else {
  console.log(`MongoDB: NOT RUN (${missing})`)
}
const markdown = [
  '| milliseconds | embedded store: p50 | p95 | MongoDB: p50 | p95 |',
  '|---|--:|--:|--:|--:|',
  ...[...table].map(([what, cells]) => `| ${[what, ...cells].join(' | ')} |`),
  '',
  `${total.toLocaleString('en')} entries of 30 days, 200 tenants, 60 actions; ${describeMachine()}, shared with mongod.`,
].join('\n')
if (missing === undefined && total === full) await writeSection('docs/speed-beside.md', 'audit-bench', markdown)
process.exit(0)
