import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Button } from '../../parts/button.tsx'
import { Chart } from '../../parts/chart.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { TenantField } from '../../parts/form/tenant-field.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { formatBytes, formatCount, formatMilliseconds, formatShare } from '../../parts/numbers.ts'
import { Bar, Columns, Facts, ScreenPage, Section } from '../../parts/page.tsx'
import { saveFile } from '../../parts/table/save-file.ts'
import { Table, type TableColumn } from '../../parts/table/table.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/api.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { EditBilling } from './billing.tsx'
import { usageTexts as t } from './usage-texts.ts'

type Usage = ApiSchemas['Usage']
type Row = ApiSchemas['UsageSummary'] & { readonly name: string }

const toRows = (sums: Usage['by_day']): Row[] => Object.entries(sums).map(([name, sum]) => ({ name, ...sum }))

const columnsFor = (title: string): readonly TableColumn<Row>[] => [
  { title, cell: ({ name }) => name, sort: ({ name }) => name },
  { title: words.calls, cell: ({ calls }) => formatCount(calls), sort: ({ calls }) => calls, isNumber: true },
  { title: words.errors, cell: ({ errors }) => formatCount(errors), sort: ({ errors }) => errors, isNumber: true },
  { title: words.fromCache, cell: (row) => formatShare(row.cache_hits, row.calls), isNumber: true },
  { title: words.p95, cell: ({ latency_ms }) => formatMilliseconds(latency_ms.p95), isNumber: true },
  { title: t.bytes, cell: (row) => formatBytes(row.bytes), sort: (row) => row.bytes, isNumber: true },
]

const byDay = columnsFor(t.day)
const byProvider = columnsFor(words.provider)
const byAction = columnsFor(words.action)

/** The invoice as a file: one line per action, and one for the total. */
const formatInvoiceCsv = ({ tenant_id, from, to, by_action, totals, cost }: Usage): string => {
  // A cell that begins like a formula gets an apostrophe (OWASP, "CSV Injection").
  const cell = (value: string | number): string =>
    `"${String(value)
      .replace(/^[=+\-@\t\r]/, "'$&")
      .replaceAll('"', '""')}"`
  const lines = [
    ['tenant', 'from', 'to', 'action', 'calls', 'errors', 'billable_calls', 'included_calls', 'amount', 'currency'],
    ...toRows(by_action).map(({ name, calls, errors }) => [tenant_id, from, to, name, calls, errors, '', '', '', '']),
    [
      tenant_id,
      from,
      to,
      '',
      totals.calls,
      totals.errors,
      cost?.billable_calls ?? '',
      cost?.included_calls ?? '',
      cost?.amount ?? '',
      cost?.currency ?? '',
    ],
  ]
  return lines.map((line) => line.map(cell).join(',')).join('\r\n')
}

const saveInvoice = (usage: Usage): void =>
  saveFile(new Blob([formatInvoiceCsv(usage)], { type: 'text/csv' }), `${usage.tenant_id}-${usage.from}.csv`)

const Bill = ({ usage }: { readonly usage: Usage }) => (
  <Section
    title={t.bill}
    actions={
      <span className="row">
        <EditBilling tenant={usage.tenant_id} />
        <Button onClick={() => saveInvoice(usage)}>{t.invoice}</Button>
        <Button onClick={() => window.print()}>{t.print}</Button>
      </span>
    }
  >
    {usage.cost === null ? (
      <p>{t.noBill}</p>
    ) : (
      <Facts
        facts={[
          [t.amount, `${usage.cost.amount} ${usage.cost.currency}`],
          [t.billable, formatCount(usage.cost.billable_calls)],
          [t.included, formatCount(usage.cost.included_calls)],
        ]}
      />
    )}
  </Section>
)

const dayMs = 86_400_000

/** Every day of the period up to today, including days without calls. */
const listDays = ({
  from,
  to,
  by_day,
}: Usage): { readonly at: number; readonly calls: number; readonly errors: number }[] => {
  const [first, last] = [Date.parse(from), Math.min(Date.parse(to), Date.now())]
  return Array.from({ length: Math.floor((last - first) / dayMs) + 1 }, (_, nth) => {
    const at = first + nth * dayMs
    const { calls = 0, errors = 0 } = by_day[new Date(at).toISOString().slice(0, 10)] ?? {}
    return { at: at / 1000, calls, errors }
  })
}

const ByDay = ({ usage }: { readonly usage: Usage }) => {
  const days = useMemo(() => listDays(usage), [usage])
  const times = useMemo(() => days.map(({ at }) => at), [days])
  return (
    <Section title={t.callsByDay}>
      <Chart
        at={times}
        format={formatCount}
        series={[
          { label: words.calls, values: days.map(({ calls }) => calls), color: '--accent' },
          { label: words.errors, values: days.map(({ errors }) => errors), color: '--wrong' },
        ]}
      />
    </Section>
  )
}

const ByProvider = ({ usage }: { readonly usage: Usage }) => {
  const rows = useMemo(() => toRows(usage.by_provider), [usage])
  const names = useMemo(() => rows.map(({ name }) => name), [rows])
  return (
    <Section title={t.callsByProvider}>
      <Chart
        at={names}
        format={formatCount}
        series={[
          { label: words.calls, values: rows.map(({ calls }) => calls), color: '--accent' },
          { label: words.errors, values: rows.map(({ errors }) => errors), color: '--wrong' },
        ]}
      />
    </Section>
  )
}

const Shown = ({ usage }: { readonly usage: Usage }) => (
  <>
    <Bill usage={usage} />
    {usage.totals.calls === 0 ? (
      <Empty title={t.empty} />
    ) : (
      <>
        <Columns>
          <ByDay usage={usage} />
          <ByProvider usage={usage} />
        </Columns>
        {(
          [
            [t.byProvider, byProvider, usage.by_provider],
            [t.byAction, byAction, usage.by_action],
            [t.byDay, byDay, usage.by_day],
          ] as const
        ).map(([title, columns, sums]) => (
          <Section key={title} title={title}>
            <Table label={title} rows={toRows(sums)} columns={columns} rowKey={({ name }) => name} />
          </Section>
        ))}
      </>
    )}
  </>
)

const ForTenant = ({ tenant }: { readonly tenant: string }) => {
  const [{ from, to }] = useUrl()
  const period = { ...(from && { from }), ...(to && { to }) }
  const query = useQuery({
    queryKey: ['usage', tenant, period],
    queryFn: () => unwrap(api.GET('/admin/usage/{tenant}', { params: { path: { tenant }, query: period } })),
  })
  return <Loaded query={query}>{(usage) => <Shown usage={usage} />}</Loaded>
}

export const UsageScreen = () => {
  const [{ tenant = '', from = '', to = '' }, change] = useUrl()
  return (
    <ScreenPage title={words.screens.usage} lead={t.lead}>
      <Bar>
        <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} />
        <LabelledField label={t.from}>
          {(field) => (
            <input {...field} type="date" value={from} onChange={({ target }) => change({ from: target.value })} />
          )}
        </LabelledField>
        <LabelledField label={t.to}>
          {(field) => (
            <input {...field} type="date" value={to} onChange={({ target }) => change({ to: target.value })} />
          )}
        </LabelledField>
      </Bar>
      {tenant === '' ? <Empty title={t.choose} /> : <ForTenant tenant={tenant} />}
    </ScreenPage>
  )
}
