import { writeSection } from '../../../test/docs/page-section.ts'
import { median } from '../figures/averages.ts'

/** The course of a soak. */
interface Soak {
  readonly store: string
  readonly calls: number
  readonly errors: number
  /** MiB, from start to end at equal distances. */
  readonly samples: readonly number[]
}

/** One line of the soak's table. Memory in MiB: the median of each third of the time. */
export interface Soaked extends Omit<Soak, 'samples'> {
  readonly thirds: readonly [number, number, number]
  /** The last third's over the second's. */
  readonly growth: number
  readonly passed: boolean
}

export interface SoakReport {
  readonly machine: string
  readonly bun: string
  readonly minutes: number
  /** Callers at a time and store. */
  readonly connections: number
  readonly results: readonly Soaked[]
}

const mostGrowth = 1.1

export const soaked = ({ samples, ...rest }: Soak): Soaked => {
  const third = (n: number): number =>
    median(samples.slice(Math.floor((n * samples.length) / 3), Math.floor(((n + 1) * samples.length) / 3)))
  const thirds = [third(0), third(1), third(2)] as const
  const growth = thirds[2] / thirds[1]
  return { ...rest, thirds, growth, passed: rest.errors === 0 && growth <= mostGrowth }
}

const row = ({ store, calls, errors, thirds, growth }: Soaked): string => {
  const numbers = [calls, errors, ...thirds].map((value) => Math.round(value).toLocaleString('en'))
  return `| ${[store, ...numbers, growth.toFixed(2)].join(' | ')} |`
}

const markdown = ({ machine, bun, minutes, connections, results }: SoakReport): string =>
  [
    '| store | calls | errors | MB in the first third | second | last | last / second |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...results.map(row),
    '',
    `${minutes} minutes of reads (hits and misses), writes, refused and failing calls and admin changes, ${connections} at a time on each`,
    `store, both on one machine at once with load and provider: ${machine}, Bun ${bun}, ${new Date().toISOString().slice(0, 10)}.`,
  ].join('\n')

export const printSoak = (report: SoakReport): void => console.log(`\n${markdown(report)}`)

/** Puts the table between its marks in docs/memory.md. */
export const writeSoak = (report: SoakReport): Promise<void> => writeSection('docs/memory.md', 'soak', markdown(report))
