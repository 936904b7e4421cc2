/**
 * `bun run bench [seconds]`: the gateway on both stores against a bare Bun proxy (and nginx where there is one), interleaved
 * in one run on one machine, so that the ratios mean something although the machine is shared. Writes the README's table.
 */
import { cpus } from 'node:os'
import { tokenOf } from '../client.ts'
import { startMongod } from '../mongodb.ts'
import { withDatabase } from '../mongodb-uri.ts'
import { newSearch, sameSearch } from './bodies.ts'
import { fire, type Load, type Round } from './fire.ts'
import { mcpTargets } from './mcp-targets.ts'
import { median } from './median.ts'
import { startNginx } from './nginx.ts'
import { printTable, type Result, writeReadme } from './report.ts'
import { residentMb } from './resident-mb.ts'
import { benchTenant, type LoadedGateway, startGateway } from './start-gateway.ts'
import { startProgram } from './start-program.ts'

const rounds = 5
const seconds = Number(process.argv[2] ?? 3)
if (!(seconds > 0)) throw new Error('usage: bun run bench [seconds]')
const callsForMemory = 200_000
/** What was freed goes back to the system within seconds. */
const restMs = 10_000

const middle = (all: readonly Round[]): Round => ({
  calls: all.reduce((sum, { calls }) => sum + calls, 0),
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
})

const upstream = await startProgram('upstream.ts')
const bare = await startProgram('bare-proxy.ts', [upstream.origin])
const nginx = await startNginx(upstream.origin)
const mongod = await startMongod()
const auditedOnMongodb = withDatabase(mongod.uri, 'bench-audited')
const startAudited = (...args: string[]) => startProgram('audited-proxy.ts', [upstream.origin, ...args])
const audited = {
  'bare proxy, audited': await startAudited('fresh'),
  'bare proxy, audited, kept answer': await startAudited('kept'),
  'bare proxy, audited on MongoDB': await startAudited('fresh', auditedOnMongodb),
  'bare proxy, audited on MongoDB, kept answer': await startAudited('kept', auditedOnMongodb),
}

const providers = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: upstream.origin }) }
const startEmbedded = () => startGateway(providers)
const startOnMongodb = (database: string) =>
  startGateway({ ...providers, MONGODB_URI: withDatabase(mongod.uri, database) })
const embedded = await startEmbedded()
const onMongodb = await startOnMongodb('bench')

const headers = { authorization: `Bearer ${tokenOf(benchTenant)}` }
const target = (url: string, body: Load['body']) => ({ url, headers, body })
const callsTo = ({ url }: LoadedGateway): string => `${url}/api/v1/${benchTenant}/hubspot`

/** The rows for pages of one size; `limit` left out: the vendor's default. */
const rowsOf = (page: string, limit?: number): Record<string, Pick<Load, 'url' | 'headers' | 'body'>> => {
  const miss = () => newSearch(limit)
  const hit = () => sameSearch(limit)
  return {
    [`bare Bun proxy${page}`]: target(`${bare.origin}/`, hit),
    ...Object.fromEntries(
      Object.entries(audited).map(([name, { origin }]) => [`${name}${page}`, target(`${origin}/`, hit)]),
    ),
    ...(nginx && { [`nginx${page}`]: target(`${nginx.origin}/`, hit) }),
    [`gateway, miss${page}`]: target(callsTo(embedded), miss),
    [`gateway, hit${page}`]: target(callsTo(embedded), hit),
    [`gateway on MongoDB, miss${page}`]: target(callsTo(onMongodb), miss),
    [`gateway on MongoDB, hit${page}`]: target(callsTo(onMongodb), hit),
    ...(!limit && mcpTargets(embedded.url, headers.authorization, { miss, hit })),
  }
}
const largePage = ', 100 contacts'
const targets = { ...rowsOf(''), ...rowsOf(largePage, 100) }

const measure = async (connections: number): Promise<Map<string, Round>> => {
  const all = new Map<string, Round[]>(Object.keys(targets).map((name) => [name, []]))
  for (const load of Object.values(targets)) await fire({ ...load, connections, seconds: 1 })
  for (let round = 1; round <= rounds; round++) {
    process.stderr.write(`\r${connections} connections: round ${round} of ${rounds} `)
    for (const [name, load] of Object.entries(targets))
      all.get(name)?.push(await fire({ ...load, connections, seconds }))
  }
  process.stderr.write('\n')
  return new Map([...all].map(([name, list]) => [name, middle(list)]))
}

const many = await measure(64)
const one = await measure(1)
await embedded.stop()
await onMongodb.stop()

/** The memory of a new gateway that has answered at least `callsForMemory`, misses and hits in turn, and when it has rested. */
const memoryOf = async (gateway: LoadedGateway) => {
  let calls = 0
  for (let round = 0; calls < callsForMemory; round++) {
    process.stderr.write(`\r${calls.toLocaleString('en')} of ${callsForMemory.toLocaleString('en')} calls `)
    const body = () => (round % 2 === 0 ? newSearch() : sameSearch())
    calls += (await fire({ ...target(callsTo(gateway), body), connections: 64, seconds: 2 })).calls
  }
  process.stderr.write('\n')
  const underLoad = await residentMb(gateway.pid)
  await Bun.sleep(restMs)
  const afterwards = await residentMb(gateway.pid)
  await gateway.stop()
  return { calls, underLoad, afterwards }
}
const memory = {
  embedded: await memoryOf(await startEmbedded()),
  mongodb: await memoryOf(await startOnMongodb('bench-memory')),
}

const results: Result[] = [...many].map(([name, round]) => {
  const baseline = `bare Bun proxy${name.endsWith(largePage) ? largePage : ''}`
  const aloneP99 = one.get(name)?.p99 ?? Number.NaN
  return {
    name,
    perSecond: round.perSecond,
    ratio: round.perSecond / (many.get(baseline)?.perSecond ?? Number.NaN),
    p50: round.p50,
    p99: round.p99,
    aloneP99,
    overBareP99: aloneP99 - (one.get(baseline)?.p99 ?? Number.NaN),
  }
})
const report = {
  machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`,
  bun: Bun.version,
  results,
  memory,
}
printTable(report)
await writeReadme(report)

for (const program of [upstream, bare, ...Object.values(audited), nginx]) program?.stop()
await mongod.stop()
process.exit(0)
