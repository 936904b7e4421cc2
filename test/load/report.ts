import { writeSection } from '../readme-section.ts'

/** One line of the bench's table. Times in milliseconds. */
export interface Result {
  readonly name: string
  readonly perSecond: number
  /** Of the bare proxy's throughput in the same run. */
  readonly ratio: number
  readonly p50: number
  readonly p99: number
  /** At one connection, and how much of it is over the bare proxy's. */
  readonly aloneP99: number
  readonly overBareP99: number
}

/** What a gateway has resident in MiB after so many calls: while it is called, and ten seconds later. */
interface Memory {
  readonly calls: number
  readonly underLoad: number
  readonly afterwards: number
}

export interface Report {
  readonly machine: string
  readonly bun: string
  readonly results: readonly Result[]
  readonly memory: Readonly<Record<'embedded' | 'mongodb', Memory>>
}

const number = (value: number, digits: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const row = ({ name, perSecond, ratio, p50, p99, aloneP99, overBareP99 }: Result): string =>
  `| ${[name, number(perSecond, 0), number(ratio, 2), number(p50, 2), number(p99, 2), number(aloneP99, 2), `${overBareP99 < 0 ? '' : '+'}${number(overBareP99, 2)}`].join(' | ')} |`

const said = ({ calls, underLoad, afterwards }: Memory): string =>
  `${number(afterwards, 0)} MB after ${number(calls, 0)} calls (${number(underLoad, 0)} MB under load, ten seconds before)`

const markdown = ({ machine, bun, results, memory: { embedded, mongodb } }: Report): string =>
  [
    '| at 64 connections | calls/s | ratio | p50 ms | p99 ms | p99 ms at 1 connection | over the bare proxy |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...results.map(row),
    '',
    `Memory of the gateway: on the embedded store ${said(embedded)},`,
    `on MongoDB ${said(mongodb)}. Audit and log on (to /dev/null), \`CALLS_PER_MINUTE=0\`, otherwise as`,
    `shipped; load, proxies, upstream and mongod on the same machine: ${machine}, Bun ${bun}, ${new Date().toISOString().slice(0, 10)}.`,
  ].join('\n')

export const printTable = (report: Report): void => console.log(`\n${markdown(report)}`)

/** Puts the table between the README's marks. */
export const writeReadme = (report: Report): Promise<void> => writeSection('bench', markdown(report))
