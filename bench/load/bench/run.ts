import { median } from '../figures/averages.ts'
import { type CostedRound, fireAt } from '../figures/costed-round.ts'
import type { Memory } from './memory.ts'
import type { BenchRow } from './rows.ts'

/** The figures of a row's calls in one run: the medians of its rounds. */
export interface Figures extends Omit<CostedRound, 'calls'> {
  /** The name of the row that it is compared with. */
  readonly baseline: string
  /** The name of the row that does the least of what this one must do. */
  readonly bound?: string | undefined
  /** Milliseconds at one connection. */
  readonly aloneP50: number
  readonly aloneP99: number
  /** Its first two seconds, if the process was called by no other row before. */
  readonly first?: FirstFigures | undefined
}

export type FirstFigures = Pick<CostedRound, 'perSecond' | 'cpu'>

/** The measurements of one run, with its own processes. */
export interface Run {
  /** The figures by the rows' names. */
  readonly figures: ReadonlyMap<string, Figures>
  readonly memory: Memory
}

export const figuresOf = ({ figures }: Run, name: string): Figures => {
  const found = figures.get(name)
  if (!found) throw new Error(`the bench has no row "${name}"`)
  return found
}

export interface Length {
  readonly rounds: number
  readonly seconds: number
}

/** Interleaves the rows, so that a slow minute of the machine slows down all of them. */
const roundsAt = async (
  connections: number,
  rows: readonly BenchRow[],
  { rounds, seconds }: Length,
  progress: (text: string) => void,
): Promise<Map<string, CostedRound[]>> => {
  const all = new Map<string, CostedRound[]>(rows.map(({ name }) => [name, []]))
  for (let round = 1; round <= rounds; round++) {
    for (const { name, pid, target } of rows) {
      progress(`${connections} connections, round ${round} of ${rounds}, ${name}`)
      all.get(name)?.push(await fireAt(pid, { ...target, connections, seconds }))
    }
  }
  return all
}

const firstSeconds = 2

/** Calls each row's process, and says what the first seconds of each process took: its code is compiled meanwhile. */
const warmUp = async (
  rows: readonly BenchRow[],
  progress: (text: string) => void,
): Promise<Map<string, FirstFigures>> => {
  const first = new Map<string, FirstFigures>()
  const called = new Set<number>()
  for (const { name, pid, target } of rows) {
    progress(`warming up, ${name}`)
    const isFirst = pid !== undefined && !called.has(pid)
    const round = await fireAt(pid, { ...target, connections: 64, seconds: isFirst ? firstSeconds : 1 })
    if (!isFirst) continue
    called.add(pid)
    first.set(name, round)
  }
  return first
}

export const measureRows = async (
  rows: readonly BenchRow[],
  length: Length,
  progress: (text: string) => void,
): Promise<Run['figures']> => {
  const first = await warmUp(rows, progress)
  const many = await roundsAt(64, rows, length, progress)
  const one = await roundsAt(1, rows, length, progress)
  const medians = ({ name, baseline, bound }: BenchRow): Figures => {
    const [crowd, alone] = [many.get(name) ?? [], one.get(name) ?? []]
    return {
      baseline,
      bound,
      perSecond: median(crowd.map(({ perSecond }) => perSecond)),
      p50: median(crowd.map(({ p50 }) => p50)),
      p99: median(crowd.map(({ p99 }) => p99)),
      cpu: median(crowd.map(({ cpu }) => cpu)),
      mainThread: median(crowd.map(({ mainThread }) => mainThread)),
      aloneP50: median(alone.map(({ p50 }) => p50)),
      aloneP99: median(alone.map(({ p99 }) => p99)),
      first: first.get(name),
    }
  }
  return new Map(rows.map((row) => [row.name, medians(row)]))
}
