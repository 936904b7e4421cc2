/**
 * `bun bench/load/compare.ts <checkout A> <checkout B> [--rounds 10] [--seconds 1] [--only miss,hit] [--mongodb]`: what a call
 * costs in two checkouts, of the kinds miss, hit, write, mcp-miss and mcp-hit. Two gateways of each are measured side by side
 * in one run, in an order that turns round with each round. The numbers are trimmed means of all rounds; how far the two
 * gateways of one checkout differ is the noise.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startMongod } from '../../test/mongodb.ts'
import { withDatabase } from '../../test/mongodb-uri.ts'
import { allocatedPerCall } from './allocations.ts'
import { sameSearch } from './bodies.ts'
import { callTargets, proxyCall } from './call-targets.ts'
import { comparisonTable } from './comparison.ts'
import { type CostedRound, fireAt } from './costed-round.ts'
import type { Target } from './fire.ts'
import { residentMb } from './resident-mb.ts'
import { startGateway } from './start-gateway.ts'
import { startProgram } from './start-program.ts'
import { startUpstream } from './start-upstream.ts'

const usage =
  'usage: bun bench/load/compare.ts <checkout A> <checkout B> [--rounds 10] [--seconds 1] [--only miss,hit] [--mongodb]'
const allKinds = Object.keys(callTargets('http://gateway'))
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string', default: allKinds.join() },
    mongodb: { type: 'boolean', default: false },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const [treeA, treeB] = positionals.map((path) => resolve(path))
const kinds = values.only.split(',')
const isKnown = (kind: string): boolean => allKinds.includes(kind)
if (!treeA || !treeB || !(rounds > 0 && seconds > 0) || !kinds.every(isKnown)) throw new Error(usage)
const connections = 64

/** A process under load, and what its rounds have cost, by the kind of call. */
interface Subject {
  readonly pid: number
  readonly targets: Readonly<Record<string, Target>>
  readonly rounds: Map<string, CostedRound[]>
  readonly allocationLog?: string | undefined
  stop(): unknown
}
type Start = (countAllocations?: boolean | undefined) => Promise<Subject>

const upstream = await startUpstream()
const mongod = values.mongodb ? await startMongod() : undefined
let databases = 0

const gatewayOf =
  (tree: string): Start =>
  async (countAllocations) => {
    const store = mongod && { MONGODB_URI: withDatabase(mongod.uri, `compare-${databases++}`) }
    const gateway = await startGateway({ ...upstream.environment, ...store }, { tree, countAllocations })
    return { ...gateway, targets: callTargets(gateway.url), rounds: new Map() }
  }

const bareProxy: Start = async (countAllocations) => {
  const proxy = await startProgram('bare-proxy.ts', [upstream.search], { countAllocations })
  return {
    ...proxy,
    targets: { bare: proxyCall(proxy.origin, sameSearch) },
    rounds: new Map(),
  }
}

const fireAll = async (subjects: readonly Subject[], label: string): Promise<void> => {
  for (const kind of ['bare', ...kinds]) {
    process.stderr.write(`\r\x1b[K${label}, ${kind}`)
    for (const { pid, targets, rounds } of subjects) {
      const target = targets[kind]
      if (!target) continue
      const round = await fireAt(pid, { ...target, connections, seconds })
      rounds.set(kind, [...(rounds.get(kind) ?? []), round])
    }
  }
}

/** Bytes a call, by kind. In a process of its own: the counting would slow down what is timed. */
const countBytes = async (start: Start): Promise<Map<string, number>> => {
  const { targets, allocationLog = '', stop } = await start(true)
  const bytes = new Map<string, number>()
  for (const kind of ['bare', ...kinds]) {
    const target = targets[kind]
    if (!target) continue
    process.stderr.write(`\r\x1b[Kcounting bytes, ${kind}`)
    bytes.set(kind, await allocatedPerCall(allocationLog, { ...target, connections }))
  }
  await stop()
  return bytes
}

const [startA, startB] = [gatewayOf(treeA), gatewayOf(treeB)]
const [a1, b1, b2, a2, bare] = [await startA(), await startB(), await startB(), await startA(), await bareProxy()]
const subjects = [a1, b1, b2, a2, bare]

await fireAll(subjects, 'warming up')
await fireAll(subjects, 'warming up again')
for (const { rounds } of subjects) rounds.clear()
for (let round = 1; round <= rounds; round++) {
  await fireAll(round % 2 === 0 ? subjects.toReversed() : subjects, `round ${round} of ${rounds}`)
}
const memory = await Promise.all(subjects.map(({ pid }) => residentMb(pid)))
for (const { stop } of subjects) await stop()

const bytes = { a: await countBytes(startA), b: await countBytes(startB), bare: await countBytes(bareProxy) }
process.stderr.write('\r\x1b[K')

const comparisons = kinds.map((kind) => {
  const roundsOfKind = ({ rounds }: Subject): CostedRound[] => rounds.get(kind) ?? []
  return {
    kind,
    a: [roundsOfKind(a1), roundsOfKind(a2)],
    b: [roundsOfKind(b1), roundsOfKind(b2)],
    allocated: { a: bytes.a.get(kind), b: bytes.b.get(kind) },
  } as const
})
console.log(
  `A: ${treeA}\nB: ${treeB}\n${rounds} rounds of ${seconds} s, ${connections} connections, Bun ${Bun.version}\n`,
)
console.log(comparisonTable(comparisons, { rounds: bare.rounds.get('bare') ?? [], allocated: bytes.bare.get('bare') }))
const [mbA1, mbB1, mbB2, mbA2, mbBare] = memory.map((mb) => mb.toFixed(0))
console.log(
  `\nMB resident at the end of the rounds: A ${mbA1} and ${mbA2}, B ${mbB1} and ${mbB2}, bare proxy ${mbBare}`,
)

await upstream.stop()
await mongod?.stop()
process.exit(0)
