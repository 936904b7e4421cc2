/**
 * `bun bench/load/objects.ts [checkout] [--only miss,hit]`: the objects that a call makes in a gateway, by their type. Nothing is collected
 * meanwhile, so they are counted, not sampled: a busy machine changes little.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { callTargets } from './calls/call-targets.ts'
import { fire, type LoadTarget } from './calls/fire.ts'
import { type LoadedGateway, startGateway } from './programs/start-gateway.ts'
import { startUpstream } from './programs/start-upstream.ts'

const connections = 64
/** The calls before the count, in which code is compiled, and those that are counted: all that they make stays in memory. */
const [callsBefore, callsCounted] = [7000, 4000]
/** Fewer a call belong to batches and timers. */
const leastShown = 0.1

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: Object.keys(callTargets('http://gateway')).join() } },
})
const tree = resolve(positionals[0] ?? join(import.meta.dirname, '../..'))
const file = join(tmpdir(), `patchbay-heap-${crypto.randomUUID()}`)
const uncollected = {
  BUN_JSC_useGC: '0',
  BUN_GC_TIMER_DISABLE: '1',
  BUN_OPTIONS: `--preload=${join(import.meta.dirname, 'programs/tell-heap.ts')}`,
  HEAP_FILE: file,
}

const readHeap = async ({ pid }: LoadedGateway): Promise<Readonly<Record<string, number>>> => {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGWINCH')
  while (!existsSync(file)) await Bun.sleep(20)
  return JSON.parse(readFileSync(file, 'utf8'))
}

const fireCalls = async (target: LoadTarget, least: number): Promise<number> => {
  let calls = 0
  while (calls < least) calls += (await fire({ ...target, connections, seconds: 1 })).calls
  return calls
}

const upstream = await startUpstream()
for (const kind of values.only.split(',')) {
  const gateway = await startGateway({ ...upstream.environment, ...uncollected }, { tree })
  const target = callTargets(gateway.url)[kind]
  if (!target) throw new Error(`there is no kind of call ${kind}`)
  await fireCalls(target, callsBefore)
  const before = await readHeap(gateway)
  const calls = await fireCalls(target, callsCounted)
  const after = await readHeap(gateway)
  await gateway.stop()
  const made = Object.entries(after)
    .map(([type, count]) => ({ type, perCall: (count - (before[type] ?? 0)) / calls }))
    .filter(({ perCall }) => perCall >= leastShown)
    .sort((a, b) => b.perCall - a.perCall)
  console.log(`${kind}: ${made.map(({ type, perCall }) => `${type} ${perCall.toFixed(1)}`).join(', ')}`)
}
rmSync(file, { force: true })
await upstream.stop()
process.exit(0)
