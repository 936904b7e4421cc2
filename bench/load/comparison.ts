import { trimmedMean } from './averages.ts'
import type { CostedRound } from './costed-round.ts'

/** What one process has cost. Two of each checkout are measured beside each other. */
type Rounds = readonly CostedRound[]

/** One kind of call in both checkouts. */
export interface Comparison {
  readonly kind: string
  readonly a: readonly [Rounds, Rounds]
  readonly b: readonly [Rounds, Rounds]
  /** Bytes a call. */
  readonly allocated: { readonly a?: number | undefined; readonly b?: number | undefined }
}

/** The bare proxy's call, measured beside them. */
export interface Baseline {
  readonly rounds: Rounds
  readonly allocated?: number | undefined
}

const measures = {
  'calls/s': ({ perSecond }: CostedRound) => perSecond,
  'us of CPU': ({ cpu }: CostedRound) => cpu,
  'us, main thread': ({ mainThread }: CostedRound) => mainThread,
  'p50 ms': ({ p50 }: CostedRound) => p50,
  'p99 ms': ({ p99 }: CostedRound) => p99,
}

const digits = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: value < 1000 ? 3 : 5 })
const kilobytes = (bytes = Number.NaN): string => (bytes / 1000).toFixed(1)
const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`

/** How far two processes of one checkout differ. */
const noise = (first: number, second: number): string =>
  `${(Math.abs(first - second) / ((first + second) / 200)).toFixed(0)} %`

const rowsOf = ({ kind, a, b, allocated }: Comparison, bare: Baseline): string[] => [
  ...Object.entries(measures).map(([measure, costOf]) => {
    const mean = (...all: Rounds[]): number => trimmedMean(all.flat().map(costOf))
    const [meanA, meanB] = [mean(...a), mean(...b)]
    const noises = [noise(mean(a[0]), mean(a[1])), noise(mean(b[0]), mean(b[1]))]
    return row(
      `${kind}: ${measure}`,
      digits(mean(bare.rounds)),
      digits(meanA),
      digits(meanB),
      (meanB / meanA).toFixed(3),
      ...noises,
    )
  }),
  row(
    `${kind}: KB allocated`,
    ...[bare.allocated, allocated.a, allocated.b].map(kilobytes),
    ((allocated.b ?? Number.NaN) / (allocated.a ?? Number.NaN)).toFixed(3),
    '',
    '',
  ),
]

export const comparisonTable = (comparisons: readonly Comparison[], bare: Baseline): string =>
  [
    '| a call | bare proxy | A | B | B / A | the two of A differ | the two of B differ |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...comparisons.flatMap((comparison) => rowsOf(comparison, bare)),
  ].join('\n')
