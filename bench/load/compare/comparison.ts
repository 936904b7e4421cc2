import { trimmedMean } from '../figures/averages.ts'
import type { CostedRound } from '../figures/costed-round.ts'
import { signTest } from './sign-test.ts'

/** The costs of one process, round by round. One or two of each checkout are measured beside each other. */
type Rounds = readonly CostedRound[]

/** One kind of call in both checkouts. */
export interface Comparison {
  readonly kind: string
  readonly a: readonly Rounds[]
  readonly b: readonly Rounds[]
  /** Bytes a call. */
  readonly allocated: { readonly a?: number | undefined; readonly b?: number | undefined }
}

/** The bare proxy's call, measured beside them. */
export interface Baseline {
  readonly rounds: Rounds
  readonly allocated?: number | undefined
}

type CostOf = (round: CostedRound) => number

/** The cost that a release is held to, besides the KB. */
export const mainThreadOf: CostOf = ({ mainThread }) => mainThread

const measures = {
  'calls/s': ({ perSecond }: CostedRound) => perSecond,
  'us of CPU': ({ cpu }: CostedRound) => cpu,
  'us, main thread': mainThreadOf,
  'p50 ms': ({ p50 }: CostedRound) => p50,
  'p99 ms': ({ p99 }: CostedRound) => p99,
}

const digits = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: value < 1000 ? 3 : 5 })
const kilobytes = (bytes = Number.NaN): string => (bytes / 1000).toFixed(1)
const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`

/** The difference between two processes of one checkout; empty: there is only one. */
const noise = (first: number, second = Number.NaN): string =>
  Number.isNaN(second) ? '' : `${(Math.abs(first - second) / ((first + second) / 200)).toFixed(0)} %`

/**
 * The number of rounds in which B was higher than A; rounds of different rank aren't compared, as the machine changes
 * from minute to minute.
 */
export const countHigher = ({ a, b }: Pick<Comparison, 'a' | 'b'>, costOf: CostOf) => {
  const sumAt = (all: readonly Rounds[], n: number): number =>
    all.reduce((sum, rounds) => sum + (rounds[n] ? costOf(rounds[n]) : Number.NaN), 0)
  const differences = (a[0] ?? []).map((_, n) => sumAt(b, n) - sumAt(a, n)).filter((difference) => difference !== 0)
  return { higher: differences.filter((difference) => difference > 0).length, pairs: differences.length }
}

const higherText = (comparison: Comparison, costOf: CostOf): string => {
  const { higher, pairs } = countHigher(comparison, costOf)
  return `${higher} of ${pairs} (p ${signTest(higher, pairs).toFixed(2)})`
}

/** The trimmed means of both checkouts. */
export const meansOf = ({ a, b }: Pick<Comparison, 'a' | 'b'>, costOf: CostOf): readonly [a: number, b: number] => [
  trimmedMean(a.flat().map(costOf)),
  trimmedMean(b.flat().map(costOf)),
]

const rowsOf = (comparison: Comparison, bare: Baseline): string[] => {
  const { kind, a, b, allocated } = comparison
  return [
    ...Object.entries(measures).map(([measure, costOf]) => {
      const mean = (rounds: Rounds = []): number => trimmedMean(rounds.map(costOf))
      const [meanA, meanB] = meansOf(comparison, costOf)
      return row(
        `${kind}: ${measure}`,
        digits(mean(bare.rounds)),
        digits(meanA),
        digits(meanB),
        (meanB / meanA).toFixed(3),
        higherText(comparison, costOf),
        noise(mean(a[0]), mean(a[1])),
        noise(mean(b[0]), mean(b[1])),
      )
    }),
    row(
      `${kind}: KB allocated`,
      ...[bare.allocated, allocated.a, allocated.b].map(kilobytes),
      ((allocated.b ?? Number.NaN) / (allocated.a ?? Number.NaN)).toFixed(3),
      '',
      '',
      '',
    ),
  ]
}

export const comparisonTable = (comparisons: readonly Comparison[], bare: Baseline): string =>
  [
    '| a call | bare proxy | A | B | B / A | B is higher in | the two of A differ | the two of B differ |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...comparisons.flatMap((comparison) => rowsOf(comparison, bare)),
  ].join('\n')
