import { median } from '../figures/averages.ts'
import { goalRows } from './goals.ts'
import { decimals, signed, table } from './markdown.ts'
import { type Memory, openKeys } from './memory.ts'
import { type Figures, figuresOf, type Length, type Run } from './run.ts'

/** The measurements of some runs. */
export interface BenchReport {
  readonly machine: string
  readonly bun: string
  readonly length: Length
  readonly runs: readonly Run[]
  /** Bytes a call, by the row's name; rows that aren't counted are missing. */
  readonly allocated: ReadonlyMap<string, number>
  /** The memory of a gateway on MongoDB. */
  readonly mongodbMemory: Memory
  /** The memory that `openKeys` keys of writes take. */
  readonly keysMb: number
}

type ReadFigure = (figures: Figures) => number

/** A row, and the one that it is compared with. */
interface ReportedRow {
  readonly name: string
  readonly baseline: string
  readonly bound?: string | undefined
}

const middle = (runs: readonly Run[], name: string, read: ReadFigure): number =>
  median(runs.map((run) => read(figuresOf(run, name))))

/** The ratio to the baseline's figure in the same run: the median of the runs, and their range. */
const ratio = (runs: readonly Run[], { name, baseline }: ReportedRow, read: ReadFigure): string => {
  const ratios = runs.map((run) => read(figuresOf(run, name)) / read(figuresOf(run, baseline)))
  const range = [Math.min(...ratios), Math.max(...ratios)].map((value) => decimals(value, 2)).join(' to ')
  return `${decimals(median(ratios), 2)} (${range})`
}

/** The share of its bound that a row reaches: the median of the runs. */
const boundShare = (runs: readonly Run[], { name, bound }: ReportedRow, read: ReadFigure): string =>
  bound === undefined
    ? ''
    : decimals(median(runs.map((run) => read(figuresOf(run, name)) / read(figuresOf(run, bound)))), 2)

const speedRow =
  (runs: readonly Run[]) =>
  (row: ReportedRow): string[] => {
    const figure = (read: ReadFigure): number => middle(runs, row.name, read)
    const added = runs.map((run) => figuresOf(run, row.name).aloneP50 - figuresOf(run, row.baseline).aloneP50)
    return [
      row.name,
      decimals(
        figure(({ perSecond }) => perSecond),
        0,
      ),
      ratio(runs, row, ({ perSecond }) => perSecond),
      boundShare(runs, row, ({ perSecond }) => perSecond),
      decimals(
        figure(({ p50 }) => p50),
        2,
      ),
      decimals(
        figure(({ p99 }) => p99),
        2,
      ),
      decimals(
        figure(({ aloneP50 }) => aloneP50),
        2,
      ),
      signed(median(added), 2),
      decimals(
        figure(({ aloneP99 }) => aloneP99),
        2,
      ),
    ]
  }

const costRow =
  ({ runs, allocated }: BenchReport) =>
  (row: ReportedRow): string[] => [
    row.name,
    decimals(
      middle(runs, row.name, ({ cpu }) => cpu),
      0,
    ),
    decimals(
      middle(runs, row.name, ({ mainThread }) => mainThread),
      0,
    ),
    ratio(runs, row, ({ cpu }) => cpu),
    boundShare(runs, row, ({ mainThread }) => mainThread),
    decimals((allocated.get(row.name) ?? Number.NaN) / 1000, 1),
  ]

const memoryText = (all: readonly Memory[]): string => {
  const middleOf = (read: (memory: Memory) => number): string => decimals(median(all.map(read)), 0)
  const megabytes = (when: 'underLoad' | 'afterwards'): string =>
    `${middleOf((memory) => memory[when].all)} MB (${middleOf((memory) => memory[when].anonymous)} without mapped files)`
  return `${megabytes('underLoad')} under load after ${middleOf(({ calls }) => calls)} calls, ${megabytes('afterwards')} ten seconds later`
}

/** The first two seconds of a process, of those rows that called it first, beside its later calls. */
const firstRows = (runs: readonly Run[], rows: readonly ReportedRow[]): string[][] =>
  rows.flatMap(({ name }) => {
    const all = runs.flatMap((run) => {
      const { first, ...later } = figuresOf(run, name)
      return first ? [{ first, later }] : []
    })
    if (all.length === 0) return []
    const middleOf = (read: (of: (typeof all)[number]) => number): number => median(all.map(read))
    return [
      [
        name,
        decimals(
          middleOf(({ first }) => first.perSecond),
          0,
        ),
        decimals(
          middleOf(({ first, later }) => first.perSecond / later.perSecond),
          2,
        ),
        decimals(
          middleOf(({ first }) => first.cpu),
          0,
        ),
        decimals(
          middleOf(({ first, later }) => first.cpu / later.cpu),
          2,
        ),
      ],
    ]
  })

/** False for rows without a process id, such as nginx: their cost isn't measured. */
const hasCost = (runs: readonly Run[], { name }: ReportedRow): boolean =>
  !Number.isNaN(middle(runs, name, ({ cpu }) => cpu))

export const markdown = (report: BenchReport): string => {
  const { machine, bun, length, runs, mongodbMemory, keysMb } = report
  const rows = [...(runs[0]?.figures ?? [])].map(([name, { baseline, bound }]) => ({ name, baseline, bound }))
  const speedHead = [
    'calls/s',
    '/ bare proxy',
    '/ its bound',
    'p50 ms',
    'p99 ms',
    'p50 ms at 1 connection',
    '- bare proxy',
    'p99 ms at 1 connection',
  ]
  const costHead = ['us of CPU', 'of it the main thread', 'CPU / bare proxy', 'main thread / its bound', 'KB allocated']
  const runHeads = runs.map((_, n) => `run ${n + 1}`)
  return [
    table(['', 'goal', ...runHeads, 'median'], goalRows(runs)),
    '',
    table(['at 64 connections', ...speedHead], rows.map(speedRow(runs))),
    '',
    table(['a call', ...costHead], rows.filter((row) => hasCost(runs, row)).map(costRow(report))),
    '',
    '<details>',
    '<summary>The first two seconds of each process</summary>',
    '',
    table(['the first two seconds', 'calls/s', '/ later', 'us of CPU', '/ later'], firstRows(runs, rows)),
    '',
    '</details>',
    '',
    `Memory of the gateway: on the embedded store ${memoryText(runs.map(({ memory }) => memory))};`,
    `on MongoDB ${memoryText([mongodbMemory])}. ${openKeys.toLocaleString('en')} keys that bind take ${decimals(keysMb, 0)} MB beside the same writes without`,
    `keys (goal: <= 40). Medians of ${runs.length} runs (in parentheses from the lowest to the highest), each with new`,
    `processes and ${length.rounds} rounds of ${length.seconds} s a row. Audit and log on (to /dev/null), \`CALLS_PER_MINUTE=0\`, otherwise as shipped;`,
    `load, proxies, upstream and mongod on the same machine: ${machine}, Bun ${bun}, ${new Date().toISOString().slice(0, 10)}.`,
  ].join('\n')
}
