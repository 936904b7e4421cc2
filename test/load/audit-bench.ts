/**
 * `bun test/load/audit-bench.ts [entries]`: how long queries and statistics of the audit log take when it holds many
 * entries (5,000,000), on both stores, and how long the roll-ups take to count them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditEntry, AuditFilter, Store } from '@patchbay/core/store'
import { queryAudit, readStatistics, readUsage, rollUp, toDay } from '@patchbay/core/usage'
import { openMongoStore } from '../../server/store/mongo/index.ts'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { seeded } from '../contract/audit/random-calls.ts'
import { auditEntry } from '../contract/samples.ts'
import { writeSection } from '../docs/page-section.ts'
import { missingMongodb, startMongod } from '../mongodb.ts'
import { withDatabase } from '../mongodb-uri.ts'

const full = 5_000_000
const total = Number(process.argv[2] ?? full)
const batchSize = 5000
const runs = 40
const dayMs = 86_400_000
const now = new Date()

/** 200 tenants with 4 accounts and 60 actions, 30 days; one entry in a thousand is not a call. */
const entryAt = (n: number, random: () => number): AuditEntry => {
  const at = new Date(now.getTime() - 30 * dayMs + Math.floor((n / total) * 30 * dayMs))
  const tenant = `tenant-${Math.floor(random() * 200)}`
  const entry = auditEntry(at, { tenant, duration_ms: Math.round(10 ** (random() + random() + random())) }, n)
  if (random() < 0.001) {
    const change = { source: 'admin', action: 'put_tenant', key: `tenants/${tenant}`, billable: false } as const
    return { ...entry, ...change, token_id: null, cache: null, bytes: 0 }
  }
  const action = Math.floor(random() ** 2 * 60)
  const isError = random() < 0.05
  return {
    ...entry,
    key: `${['hubspot', 'stripe', 'github', 'slack'][action % 4]}/main`,
    action: `action_${action}`,
    ...(isError && { outcome: 'error', code: 'UPSTREAM_ERROR', status: 502 }),
  }
}

const fill = async (store: Store): Promise<void> => {
  const random = seeded(1)
  for (let from = 0; from < total; from += batchSize) {
    const length = Math.min(batchSize, total - from)
    await store.audit.append(Array.from({ length }, (_, n) => entryAt(from + n, random)))
    if (from % 250_000 === 0) process.stderr.write(`\r${from.toLocaleString('en')} entries `)
  }
  process.stderr.write('\r')
}

const p95 = async (work: (n: number) => Promise<unknown>, count = runs): Promise<{ p50: number; p95: number }> => {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const begun = performance.now()
    await work(n)
    times.push(performance.now() - begun)
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

/** What the statistics would take without roll-ups. */
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
  await fill(store)
  // They are marked as late, as they are old; but nothing was counted yet.
  await store.rollUps.prune('late/', 'late0')
  const begun = performance.now()
  const options = { now: new Date(now.getTime() + 60_000), signal: new AbortController().signal, retentionDays: 90 }
  const { counted } = await rollUp(store, options)
  const seconds = (performance.now() - begun) / 1000
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
  `${total.toLocaleString('en')} entries of 30 days, 200 tenants, 60 actions; ${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, shared with mongod.`,
].join('\n')
if (missing === undefined && total === full) await writeSection('docs/speed.md', 'audit-bench', markdown)
process.exit(0)
