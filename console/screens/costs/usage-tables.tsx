import { type ReactNode, useMemo } from 'react'
import { formatBytes, formatCount, formatMilliseconds, formatShare } from '../../parts/inline/numbers.ts'
import { ProviderName } from '../../parts/inline/provider-name.tsx'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import type { TableColumn } from '../../parts/list/table.tsx'
import { Section } from '../../parts/page/page.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { useSlices } from '../../state/pages.ts'
import { words } from '../../words.ts'
import css from './costs.module.css'
import { costsTexts as t } from './costs-texts.ts'

type Usage = ApiSchemas['Usage']
type Row = ApiSchemas['UsageSummary'] & { readonly name: string }

export const toUsageRows = (sums: Usage['by_day']): Row[] =>
  Object.entries(sums).map(([name, sum]) => ({ name, ...sum }))

const columnsFor = (title: string, cell: (row: Row) => ReactNode = ({ name }) => name): readonly TableColumn<Row>[] => [
  { title, card: 'title', cell, sort: ({ name }) => name },
  { title: words.calls, width: 7, cell: ({ calls }) => formatCount(calls), sort: ({ calls }) => calls, isNumber: true },
  {
    title: t.failed,
    width: 7,
    cell: ({ errors }) => formatCount(errors),
    sort: ({ errors }) => errors,
    isNumber: true,
  },
  {
    title: words.fromCache,
    width: 8,
    isExtra: true,
    cell: (row) => formatShare(row.cache_hits, row.calls),
    isNumber: true,
  },
  {
    title: words.p95,
    width: 7,
    isExtra: true,
    cell: ({ latency_ms }) => formatMilliseconds(latency_ms.p95),
    isNumber: true,
  },
  {
    title: t.bytes,
    width: 8,
    isExtra: true,
    cell: (row) => formatBytes(row.bytes),
    sort: (row) => row.bytes,
    isNumber: true,
  },
]

const byDay = columnsFor(t.day)
const byProvider = columnsFor(words.provider, ({ name }) => <ProviderName id={name} />)
const byAction = columnsFor(words.action)

interface SumsProps {
  readonly title: string
  readonly columns: readonly TableColumn<Row>[]
  readonly sums: Usage['by_day']
  /** The parameter of the URL that has the page. */
  readonly parameter: string
}

const Sums = ({ title, columns, sums, parameter }: SumsProps) => {
  const rows = useMemo(() => toUsageRows(sums).toSorted((one, other) => other.calls - one.calls), [sums])
  const pages = useSlices({ data: rows, error: null, refetch: () => {} }, parameter)
  return (
    <Section title={title} isFlush>
      <PagedTable label={title} pages={pages} columns={columns} rowKey={({ name }) => name} empty={null} />
    </Section>
  )
}

/** The calls of a tenant in sums. */
export const UsageTables = ({ usage }: { readonly usage: Usage }) => (
  <>
    <Sums title={t.byProvider} columns={byProvider} sums={usage.by_provider} parameter="providers" />
    <Sums title={t.byAction} columns={byAction} sums={usage.by_action} parameter="actions" />
    <details className={css.days}>
      <summary>{t.byDay}</summary>
      <Sums title={t.byDay} columns={byDay} sums={usage.by_day} parameter="days" />
    </details>
  </>
)
