import { decimals } from '../bench/markdown.ts'
import type { Round } from '../calls/fire.ts'
import { median } from './averages.ts'

/** The median of each figure of the rounds. */
export const medianRound = (all: readonly Round[]): Round => ({
  calls: median(all.map(({ calls }) => calls)),
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
})

/** The columns of a table of calls without other work, and beside it. */
export const besideHead = [
  'calls/s without',
  'beside',
  'p50 ms without',
  'beside',
  'p99 ms without',
  'beside',
  'p99 ratio',
]

/** A row of these columns. */
export const besideCells = (without: Round, beside: Round): readonly string[] => [
  decimals(without.perSecond, 0),
  decimals(beside.perSecond, 0),
  decimals(without.p50, 1),
  decimals(beside.p50, 1),
  decimals(without.p99, 1),
  decimals(beside.p99, 1),
  decimals(beside.p99 / without.p99, 2),
]
