/**
 * `bun run bench [--runs 3] [--rounds 3] [--seconds 0.75]`: the gateway on both stores against a bare Bun proxy (and nginx where
 * there is one), interleaved on one machine, so that the ratios mean something although the machine is shared. Each run has
 * new processes. Writes the tables in docs/speed.md unless the run is shorter than that. Processor time and memory: on Linux only.
 *
 * `bun run bench --guard [--against <checkout>]`: in a minute, what calls cost beside the last tag of a version, or beside that
 * checkout. Fails if one costs over 5 % more.
 */
import { parseArgs } from 'node:util'
import { writeSection } from '../../../test/docs/page-section.ts'
import { startMongod } from '../../../test/mongodb.ts'
import { withDatabase } from '../../../test/mongodb-uri.ts'
import { guard } from '../compare/guard.ts'
import { allocatedPerCall } from '../figures/allocations.ts'
import { startGateway } from '../programs/start-gateway.ts'
import { startUpstream } from '../programs/start-upstream.ts'
import { describeMachine } from './markdown.ts'
import { memoryOf, memoryOfKeys } from './memory.ts'
import { markdown } from './report.ts'
import { bareRow, startRows } from './rows.ts'
import { measureRows, type Run } from './run.ts'

const shortest = { runs: 3, rounds: 3, seconds: 0.75 }
const option = (value: number) => ({ type: 'string', default: String(value) }) as const
const { values } = parseArgs({
  options: {
    runs: option(shortest.runs),
    rounds: option(shortest.rounds),
    seconds: option(shortest.seconds),
    guard: { type: 'boolean' },
    against: { type: 'string' },
  },
})
if (values.guard) process.exit((await guard(values.against)) ? 0 : 1)
const [runs, rounds, seconds] = [Number(values.runs), Number(values.rounds), Number(values.seconds)]
if (!(runs > 0 && rounds > 0 && seconds > 0))
  throw new Error('usage: npx bun run bench [--runs 3] [--rounds 3] [--seconds 0.75]')
const isWhole = runs >= shortest.runs && rounds >= shortest.rounds && seconds >= shortest.seconds

const startedAt = performance.now()
const progress = (text: string): void => {
  process.stderr.write(`\r\x1b[K${Math.round((performance.now() - startedAt) / 1000)} s: ${text}`)
}

const upstream = await startUpstream()
const mongod = await startMongod()

const measureRun = async (run: number): Promise<Run> => {
  const { rows, stop } = await startRows({ upstream, mongod, name: `bench-${run}` })
  const inRun = (text: string): void => progress(`run ${run} of ${runs}, ${text}`)
  const figures = await measureRows(rows, { rounds, seconds }, inRun)
  await stop()
  return { figures, memory: await memoryOf(await startGateway(upstream.environment), inRun) }
}

/** In processes of their own: the counting would slow down what is timed. */
const countAllocations = async () => {
  const { rows, stop } = await startRows({ upstream, mongod, name: 'bench-counted', countAllocations: true })
  const allocated = new Map<string, number>()
  for (const { name, baseline, target, allocationLog } of rows) {
    if (!allocationLog || baseline !== bareRow) continue
    progress(`counting bytes, ${name}`)
    allocated.set(name, await allocatedPerCall(allocationLog, { ...target, connections: 64 }))
  }
  await stop()
  return allocated
}

// First, as it is quick: a fault in it must not cost the rest.
const keysMb = await memoryOfKeys(progress)
const measured: Run[] = []
for (let run = 1; run <= runs; run++) measured.push(await measureRun(run))
const allocated = await countAllocations()
const onMongodb = { ...upstream.environment, MONGODB_URI: withDatabase(mongod.uri, 'bench-memory') }
const mongodbMemory = await memoryOf(await startGateway(onMongodb), progress)
process.stderr.write('\r\x1b[K')

const text = markdown({
  machine: describeMachine(),
  bun: Bun.version,
  length: { rounds, seconds },
  runs: measured,
  allocated,
  mongodbMemory,
  keysMb,
})
console.log(text)
if (isWhole) await writeSection('docs/speed.md', 'bench', text)

await upstream.stop()
await mongod.stop()
process.exit(0)
