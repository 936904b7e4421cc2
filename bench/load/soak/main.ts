/**
 * `bun run soak [minutes]`: mixed calls and admin changes on a gateway on each store, both at once, while their memory is
 * sampled. Writes the table in docs/memory.md. Fails when an answer is not the expected one, when a gateway logs a warning, or when
 * the median of its memory in the last third is more than 10 % over that in the second.
 */
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeKey } from '@patchbay/core/vault'
import { startMongod } from '../../../test/mongodb.ts'
import { withDatabase } from '../../../test/mongodb-uri.ts'
import { type ServerProcess, startServerProcess } from '../../../test/server-process.ts'
import { describeMachine } from '../bench/markdown.ts'
import { residentMb } from '../figures/resident-mb.ts'
import { shippedEnvironment } from '../programs/start-gateway.ts'
import { soakTenant, startSoakUpstream, takeTurn } from './mix.ts'
import { printSoak, type Soaked, soaked, writeSoak } from './report.ts'

const [given] = parseArgs({ allowPositionals: true }).positionals
const minutes = Number(given ?? 10)
if (!(minutes > 0)) throw new Error('usage: npx bun run soak [minutes]')
const workers = 8
const sampleMs = 1000
const shownErrors = 5

/** One gateway under load. */
interface Subject {
  readonly store: string
  readonly server: ServerProcess
  readonly samples: number[]
  readonly errors: string[]
  calls: number
}

const upstream = startSoakUpstream()
const mongod = await startMongod()
const adminKey = `pb_admin_${randomBytes(24).toString('base64url')}`
const common = {
  ...shippedEnvironment(join(import.meta.dirname, '../../..')),
  PROVIDER_ORIGINS: JSON.stringify({ hubspot: upstream.origin }),
  LOG_LEVEL: 'warn',
  // The counters count, and are never over.
  CALLS_PER_MINUTE: '1000000',
  FAILED_LOGINS_PER_MINUTE: '1000000',
  ADMIN_API_KEY: createHash('sha256').update(adminKey).digest('hex'),
  PATCHBAY_KEYS: makeKey(),
}

const start = async (store: string, env: Readonly<Record<string, string>>): Promise<Subject> => {
  const server = await startServerProcess({ adminKey, env: { ...common, ...env } })
  await server.seed(soakTenant, { hubspot: 'soak-provider-token' })
  return { store, server, samples: [], errors: [], calls: 0 }
}

const subjects = [
  await start('embedded', { MONGODB_URI: '' }),
  await start('MongoDB', { MONGODB_URI: withDatabase(mongod.uri, 'soak') }),
]

const startedAt = performance.now()
const endsAt = startedAt + minutes * 60_000

const work = async (subject: Subject, worker: number): Promise<void> => {
  for (let n = 0; performance.now() < endsAt; n++) {
    try {
      subject.calls += await takeTurn({ gateway: subject.server, worker, n })
    } catch (error) {
      subject.errors.push(String(error))
      if (subject.errors.length > 1000) throw error
    }
  }
}

const showProgress = (): void => {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const states = subjects.map(
    ({ store, calls, errors, samples }) =>
      `${store}: ${calls.toLocaleString('en')} calls, ${errors.length} errors, ${samples.at(-1)?.toFixed(0)} MB`,
  )
  console.log(`${seconds} s of ${minutes * 60} s   ${states.join('   ')}`)
}

const sample = async (): Promise<void> => {
  for (let n = 1; performance.now() < endsAt; n++) {
    await Bun.sleep(sampleMs)
    for (const { server, samples } of subjects) samples.push(await residentMb(server.child.pid))
    if (n % 10 === 0) showProgress()
  }
}

await Promise.all([
  sample(),
  ...subjects.flatMap((subject) => Array.from({ length: workers }, (_, worker) => work(subject, worker))),
])

/** Lines that a gateway has logged: the level is `warn`, so that each is a fault. */
const logged = ({ output }: ServerProcess): string[] => output.stdout.split('\n').filter((line) => line.startsWith('{'))

const results: Soaked[] = []
for (const { store, server, samples, errors, calls } of subjects) {
  await server.end('SIGTERM')
  const faults = [...errors, ...logged(server), ...server.output.stderr.split('\n').filter(Boolean)]
  for (const fault of faults.slice(0, shownErrors)) console.error(`${store}: ${fault}`)
  results.push(soaked({ store, calls, errors: faults.length, samples }))
  await server.stop()
}
upstream.stop()
await mongod.stop()

const report = {
  machine: describeMachine(),
  bun: Bun.version,
  minutes,
  connections: workers,
  results,
}
printSoak(report)
await writeSoak(report)
process.exit(results.every(({ passed }) => passed) ? 0 : 1)
