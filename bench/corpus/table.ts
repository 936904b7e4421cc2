import type { CorpusRow } from './measure.ts'

const sum = (rows: readonly CorpusRow[], value: (row: CorpusRow) => number): number =>
  rows.reduce((all, row) => all + value(row), 0)

const cells = (row: CorpusRow): (string | number)[] => [
  row.document.slice(0, 48),
  row.operations,
  row.actions,
  row.leftOut.length,
  row.lost.length,
  row.schemas,
  row.uncompiled.length,
  row.operations > 0 ? Math.round(row.bytes / row.operations) : 0,
  row.tooLong,
  row.badNames.length,
  row.seconds.toFixed(2),
  Math.round(row.heap / 1024),
]

const heads = [
  'document',
  'operations',
  'actions',
  'left out',
  'lost',
  'schemas',
  'uncompiled',
  'bytes/op',
  'too long',
  'bad names',
  's',
  'KiB',
]

const line = (values: readonly (string | number)[]): string =>
  values.map((value, index) => (index === 0 ? String(value).padEnd(48) : String(value).padStart(10))).join(' ')

/** The targets of an import over a folder of documents. */
export const targetsOf = (rows: readonly CorpusRow[]) => {
  const operations = sum(rows, (row) => row.operations)
  const share = operations === 0 ? 0 : sum(rows, (row) => row.actions) / operations
  const named = 1 - sum(rows, (row) => row.badNames.length) / Math.max(1, operations)
  const compiled =
    1 -
    sum(rows, (row) => row.uncompiled.length) /
      Math.max(
        1,
        sum(rows, (row) => row.schemas),
      )
  return [
    {
      what: 'operations to actions',
      value: `${(share * 100).toFixed(2)} %`,
      target: '>= 99.9 %',
      isMet: share >= 0.999,
    },
    {
      what: 'parameters lost',
      value: String(sum(rows, (row) => row.lost.length)),
      target: '0',
      isMet: rows.every(({ lost }) => lost.length === 0),
    },
    { what: 'schemas compiled', value: `${(compiled * 100).toFixed(2)} %`, target: '100 %', isMet: compiled === 1 },
    {
      what: 'names that are too long',
      value: String(sum(rows, (row) => row.tooLong)),
      target: '0',
      isMet: rows.every(({ tooLong }) => tooLong === 0),
    },
    {
      what: 'names without a fault',
      value: `${(named * 100).toFixed(2)} %`,
      target: '>= 99 %',
      isMet: named >= 0.99,
    },
    {
      what: 'bytes an operation',
      value: String(Math.round(sum(rows, (row) => row.bytes) / Math.max(1, operations))),
      target: '< 1000',
      isMet: sum(rows, (row) => row.bytes) < 1000 * operations,
    },
    {
      what: 'documents that fail',
      value: String(rows.filter(({ failed }) => failed).length),
      target: '0',
      isMet: rows.every(({ failed }) => !failed),
    },
  ]
}

/** The reasons why parts were left out or lost, the most frequent first. */
const reasons = (rows: readonly CorpusRow[]): string[] => {
  const counts = new Map<string, number>()
  const add = (reason: string): unknown => counts.set(reason, (counts.get(reason) ?? 0) + 1)
  for (const row of rows) {
    for (const { what, reason } of row.leftOut) add(`${what}: ${reason}`)
    for (const lost of row.lost) add(`LOST ${row.document} ${lost}`)
    for (const name of row.badNames) add(`NAME ${row.document} ${name}`)
    for (const uncompiled of row.uncompiled) add(`UNCOMPILED ${row.document} ${uncompiled}`)
    if (row.failed) add(`FAILED ${row.document}: ${row.failed}`)
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${String(count).padStart(6)}  ${reason}`)
}

export const head = line(heads)

export const rowText = (row: CorpusRow): string => line(cells(row))

/** The reasons and the targets. */
export const summary = (rows: readonly CorpusRow[]): string =>
  [
    '',
    ...reasons(rows),
    '',
    ...targetsOf(rows).map(
      ({ what, value, target, isMet }) =>
        `${isMet ? 'met   ' : 'MISSED'}  ${what.padEnd(26)} ${value.padStart(10)}  (${target})`,
    ),
  ].join('\n')
