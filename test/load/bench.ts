/**
 * `bun run bench [seconds]`: the gateway on both stores against a bare Bun proxy (and nginx where there is one), interleaved
 * in one run on one machine, so that the ratios mean something although the machine is shared. Writes the README's table.
 */
import { createHash, randomBytes } from 'node:crypto'

import { cpus } from 'node:os'
import { makeKey } from '@patchbay/core/vault'
import { tokenOf } from '../client.ts'
import { startMongod } from '../mongodb.ts'
import { withDatabase } from '../mongodb-uri.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { domainIds } from './domain-ids.ts'
import { fire, type Load, type Round } from './fire.ts'
import { mcpTargets } from './mcp-targets.ts'
import { median } from './median.ts'
import { startNginx } from './nginx.ts'
import { printTable, type Result, writeReadme } from './report.ts'
import { residentMb } from './resident-mb.ts'

const rounds = 5
const seconds = Number(process.argv[2] ?? 3)
const callsForMemory = 200_000
const tenant = 'bench'

/** A helper program of the bench that prints its port. */
const startProgram = async (file: string, ...args: string[]) => {
  const child = Bun.spawn([process.execPath, `${import.meta.dirname}/${file}`, ...args], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { value } = await child.stdout.getReader().read()
  return { origin: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`, stop: () => child.kill() }
}

const search = (after: string, limit?: number): string =>
  JSON.stringify({
    action: 'search',
    object_type: 'contacts',
    filters: [{ propertyName: 'email', operator: 'EQ', value: 'ada@example.com' }],
    after,
    limit,
  })

const middle = (all: readonly Round[]): Round => ({
  calls: all.reduce((sum, { calls }) => sum + calls, 0),
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
})

const upstream = await startProgram('upstream.ts')
const bare = await startProgram('bare-proxy.ts', upstream.origin)
const nginx = await startNginx(upstream.origin)
const mongod = await startMongod()

const adminKey = `pb_admin_${randomBytes(24).toString('base64url')}`
const startGateway = async (env: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const gateway = await startServerProcess({
    script: `${import.meta.dirname}/serve-domains.ts`,
    adminKey,
    env: {
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: upstream.origin }),
      LOG_LEVEL: 'info',
      FAILED_LOGINS_PER_MINUTE: '10',
      ADMIN_API_KEY: createHash('sha256').update(adminKey).digest('hex'),
      PATCHBAY_KEYS: makeKey(),
      ...env,
    },
  })
  await gateway.seed(tenant, Object.fromEntries(domainIds.map((id) => [id, 'bench-provider-token'])))
  return gateway
}
const embedded = await startGateway({ MONGODB_URI: '' })
const onMongodb = await startGateway({ MONGODB_URI: withDatabase(mongod.uri, 'bench') })

const authorization = `Bearer ${tokenOf(tenant)}`
const target = (url: string, body: Load['body']) => ({ url, headers: { authorization }, body })
const originOf = ({ url }: ServerProcess): string => url.replace('localhost', '127.0.0.1')
const callsTo = (gateway: ServerProcess): string => `${originOf(gateway)}/api/v1/${tenant}/hubspot`
let distinct = 0
/** The rows for pages of one size; `limit` left out: the vendor's default. */
const rowsOf = (page: string, limit?: number): Record<string, Pick<Load, 'url' | 'headers' | 'body'>> => {
  const proxied = () => search('000000000', limit)
  const miss = () => search(String(distinct++).padStart(9, '0'), limit)
  const hit = () => search('999999999', limit)
  return {
    [`bare Bun proxy${page}`]: target(`${bare.origin}/`, proxied),
    ...(nginx && { [`nginx${page}`]: target(`${nginx.origin}/`, proxied) }),
    [`gateway, miss${page}`]: target(callsTo(embedded), miss),
    [`gateway, hit${page}`]: target(callsTo(embedded), hit),
    [`gateway on MongoDB, miss${page}`]: target(callsTo(onMongodb), miss),
    [`gateway on MongoDB, hit${page}`]: target(callsTo(onMongodb), hit),
    ...(!limit && mcpTargets(originOf(embedded), authorization, { miss, hit })),
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

/** The memory of a gateway when it has answered at least `callsForMemory`. */
const memoryAfter = async (gateway: ServerProcess, isItsRow: (name: string) => boolean) => {
  let calls = [...many, ...one].reduce((sum, [name, round]) => sum + (isItsRow(name) ? round.calls : 0), 0)
  while (calls < callsForMemory) {
    process.stderr.write(`\r${calls.toLocaleString('en')} of ${callsForMemory.toLocaleString('en')} calls `)
    calls += (
      await fire({
        ...target(callsTo(gateway), () => search(String(distinct++).padStart(9, '0'))),
        connections: 64,
        seconds: 5,
      })
    ).calls
  }
  process.stderr.write('\n')
  return { calls, residentMb: await residentMb(gateway.child.pid) }
}
const memory = {
  embedded: await memoryAfter(embedded, (name) => /^(gateway,|MCP)/.test(name)),
  mongodb: await memoryAfter(onMongodb, (name) => name.startsWith('gateway on MongoDB')),
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

await embedded.stop()
await onMongodb.stop()
for (const program of [upstream, bare, nginx]) program?.stop()
await mongod.stop()
process.exit(0)
