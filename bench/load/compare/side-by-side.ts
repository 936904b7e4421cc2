import { startMongod } from '../../../test/mongodb.ts'
import { withDatabase } from '../../../test/mongodb-uri.ts'
import { sameSearch } from '../calls/bodies.ts'
import { callTargets, proxyCall } from '../calls/call-targets.ts'
import type { LoadTarget } from '../calls/fire.ts'
import { allocatedPerCall } from '../figures/allocations.ts'
import { type CostedRound, fireAt } from '../figures/costed-round.ts'
import { residentMb } from '../figures/resident-mb.ts'
import { startGateway } from '../programs/start-gateway.ts'
import { startProgram } from '../programs/start-program.ts'
import { startUpstream } from '../programs/start-upstream.ts'
import type { Baseline, Comparison } from './comparison.ts'

const connections = 64

/** A process under load, and what its rounds have cost, by the kind of call. */
interface Subject {
  readonly pid: number
  readonly targets: Readonly<Record<string, LoadTarget>>
  readonly rounds: Map<string, CostedRound[]>
  readonly allocationLog?: string | undefined
  stop(): unknown
}
type Start = (countAllocations?: boolean | undefined) => Promise<Subject>

/** Two checkouts that are measured, and how. */
export interface SideBySide {
  readonly trees: readonly [a: string, b: string]
  readonly kinds: readonly string[]
  readonly rounds: number
  readonly seconds: number
  /** The gateways of each checkout. */
  readonly each: 1 | 2
  readonly onMongodb: boolean
}

const bareProxy: Start = async (countAllocations) => {
  const { search, stop } = await startUpstream()
  const proxy = await startProgram('bare-proxy.ts', [search], { countAllocations })
  return {
    ...proxy,
    targets: { bare: proxyCall(proxy.origin, sameSearch) },
    rounds: new Map(),
    stop: async () => [await proxy.stop(), await stop()],
  }
}

const fireAll = async (
  subjects: readonly Subject[],
  { kinds, seconds }: Pick<SideBySide, 'kinds' | 'seconds'>,
  label: string,
): Promise<void> => {
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
const countBytes = async (start: Start, kinds: readonly string[]): Promise<Map<string, number>> => {
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

/** Runs the rounds, in an order that turns round with each, so that a slow minute of the machine slows down all. */
const runRounds = async (subjects: readonly Subject[], how: SideBySide): Promise<void> => {
  await fireAll(subjects, how, 'warming up')
  await fireAll(subjects, how, 'warming up again')
  for (const { rounds } of subjects) rounds.clear()
  for (let round = 1; round <= how.rounds; round++) {
    await fireAll(round % 2 === 0 ? subjects.toReversed() : subjects, how, `round ${round} of ${how.rounds}`)
  }
}

export interface Compared {
  readonly comparisons: readonly Comparison[]
  readonly bare: Baseline
  /** MB resident at the end, of the gateways of each checkout, and of the bare proxy. */
  readonly memory: { readonly a: readonly number[]; readonly b: readonly number[]; readonly bare: number }
}

/** Measures what calls cost in gateways of two checkouts, beside each other. */
export const measureSideBySide = async (how: SideBySide): Promise<Compared> => {
  const upstream = await startUpstream()
  const mongod = how.onMongodb ? await startMongod() : undefined
  let databases = 0
  const gatewayOf =
    (tree: string): Start =>
    async (countAllocations) => {
      const store = mongod && { MONGODB_URI: withDatabase(mongod.uri, `compare-${databases++}`) }
      const gateway = await startGateway({ ...upstream.environment, ...store }, { tree, countAllocations })
      return { ...gateway, targets: callTargets(gateway.url), rounds: new Map() }
    }
  const [startA, startB] = [gatewayOf(how.trees[0]), gatewayOf(how.trees[1])]
  const [a, b] = [[await startA()], [await startB()]]
  // The second ones are started the other way round.
  if (how.each === 2) for (const [all, start] of [[b, startB] as const, [a, startA] as const]) all.push(await start())
  const bare = await bareProxy()
  const subjects = [...a, ...b.toReversed(), bare]

  await runRounds(subjects, how)
  const residents = (all: readonly Subject[]) => Promise.all(all.map(({ pid }) => residentMb(pid)))
  const memory = { a: await residents(a), b: await residents(b), bare: await residentMb(bare.pid) }
  for (const { stop } of subjects) await stop()

  const [bytesA, bytesB] = [await countBytes(startA, how.kinds), await countBytes(startB, how.kinds)]
  const bytesBare = await countBytes(bareProxy, how.kinds)
  process.stderr.write('\r\x1b[K')
  await upstream.stop()
  await mongod?.stop()
  const roundsOf = (all: readonly Subject[], kind: string) => all.map(({ rounds }) => rounds.get(kind) ?? [])
  return {
    comparisons: how.kinds.map((kind) => ({
      kind,
      a: roundsOf(a, kind),
      b: roundsOf(b, kind),
      allocated: { a: bytesA.get(kind), b: bytesB.get(kind) },
    })),
    bare: { rounds: bare.rounds.get('bare') ?? [], allocated: bytesBare.get('bare') },
    memory,
  }
}
