/**
 * `bun run bench:jobs`: the throughput of a gateway whose jobs refresh the tokens of twenty accounts, probe them and count
 * the calls every minute, against one without jobs. Each is under load for whole minutes in turn, as a job's work falls
 * anywhere in its minute. Writes the table in docs/speed-beside.md.
 */
import { parseArgs } from 'node:util'
import { tokenOf } from '../../test/client.ts'
import { writeSection } from '../../test/docs/page-section.ts'
import { onlyJobs } from '../../test/gateway.ts'
import { startAuthorizationServer } from '../../test/providers/authorization-server.ts'
import { describeMachine } from './bench/markdown.ts'
import { newSearch, sameSearch } from './calls/bodies.ts'
import { fire } from './calls/fire.ts'
import { domainIds } from './domain-ids.ts'
import { median } from './figures/averages.ts'
import { benchTenant, type LoadedGateway, startGateway } from './programs/start-gateway.ts'
import { startProgram } from './programs/start-program.ts'

// It has no options, and says so to whoever gives one.
parseArgs({})

const rounds = 3
const seconds = 60
const everyMinute = '* * * * *'
const jobs = { 'refresh-tokens': everyMinute, 'health-snapshot': everyMinute, 'usage-roll-up': everyMinute } as const

const upstream = await startProgram('upstream.ts')
// A token that lives for a minute is due at once, and so at each run of the job.
const authorization = startAuthorizationServer({ expiresIn: 60 })

const seedTokens = async (gateway: LoadedGateway): Promise<void> => {
  for (const provider of domainIds) {
    const account = { tenant_id: benchTenant, provider, account_id: 'main' }
    const { access_token, refresh_token } = authorization.authorize()
    const token = { access_token, expires_at: Math.floor(Date.now() / 1000) + seconds }
    const seed = { ...account, ...authorization.seedFor(refresh_token) }
    for (const { status, text } of [
      await gateway.admin('PUT', `/admin/tokens/${benchTenant}/${provider}/main`, token),
      await gateway.admin('POST', '/admin/seed-oauth', seed),
    ])
      if (status >= 300) throw new Error(text)
  }
}

const start = (crons: string) =>
  startGateway({
    CRONS: crons,
    PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(domainIds.map((id) => [id, upstream.origin]))),
    ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8',
  })

const gateways = { 'jobs every minute': await start(onlyJobs(jobs)), 'no jobs': await start(onlyJobs({})) }
await seedTokens(gateways['jobs every minute'])

const loadOn = (gateway: LoadedGateway, length: number) =>
  fire({
    url: `${gateway.url}/api/v1/${benchTenant}/hubspot`,
    headers: { authorization: `Bearer ${tokenOf(benchTenant)}` },
    body: (n) => (n % 2 === 0 ? newSearch() : sameSearch()),
    connections: 64,
    seconds: length,
  })

const perSecond = new Map<string, number[]>(Object.keys(gateways).map((name) => [name, []]))
for (const gateway of Object.values(gateways)) await loadOn(gateway, 5)
for (let round = 1; round <= rounds; round++) {
  for (const [name, gateway] of Object.entries(gateways)) {
    process.stderr.write(`\rround ${round} of ${rounds}, ${name} `)
    perSecond.get(name)?.push((await loadOn(gateway, seconds)).perSecond)
  }
}

const { body } = await gateways['jobs every minute'].admin('GET', '/admin/crons')
console.log(`\n${JSON.stringify(body, undefined, 2)}`)
if (authorization.requests.length < domainIds.length * rounds) throw new Error('the tokens were not refreshed')
const whole = (value: number): string => Math.round(value).toLocaleString('en')
const [withJobs = 0, without = 0] = [...perSecond.values()].map(median)
const markdown = [
  '| at 64 connections, every other call a hit | calls/s | ratio |',
  '|---|--:|--:|',
  `| no jobs | ${whole(without)} | 1.00 |`,
  `| refreshes, probes and roll-ups every minute | ${whole(withJobs)} | ${(withJobs / without).toFixed(2)} |`,
  '',
  `Medians of ${rounds} minutes each; ${authorization.requests.length} tokens were refreshed meanwhile; embedded store, ` +
    `${describeMachine()}.`,
].join('\n')
console.log(`\n${markdown}`)
await writeSection('docs/speed-beside.md', 'jobs-bench', markdown)

for (const gateway of Object.values(gateways)) await gateway.stop()
upstream.stop()
await authorization.stop()
process.exit(0)
