import type { TableBound } from '../../../server/store/records/table.ts'
import { tableBounds } from '../../../server/store/rules/tables.ts'
import { markdownTable } from './markdown-table.ts'

const describeRemoval = (bound: TableBound): string => {
  if (bound.kind !== 'age') return ''
  if (bound.by === 'index') return 'an index of MongoDB'
  return bound.by === 'next' ? 'the next record' : `\`${bound.by}\``
}

export const bounds = (): string =>
  markdownTable(
    ['table', 'a record stays', 'removed by'],
    Object.entries(tableBounds)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, bound]) => [`\`${name}\``, bound.text, describeRemoval(bound)]),
  )
