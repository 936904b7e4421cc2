import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Button } from '../parts/button.tsx'
import { Chart } from '../parts/chart.tsx'
import { Field } from '../parts/field.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { bytes, count, milliseconds, share } from '../parts/numbers.ts'
import { Bar, Columns, Facts, Page, Section } from '../parts/page.tsx'
import { saveFile } from '../parts/save-file.ts'
import { type Column, Table } from '../parts/table.tsx'
import { TenantField } from '../parts/tenant-field.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { useUrl } from '../state/search.ts'
import { t } from '../texts.ts'
import { EditBilling } from './billing.tsx'

type Usage = Schemas['Usage']
type Row = Schemas['UsageSummary'] & { readonly name: string }

const rowsOf = (sums: Usage['by_day']): Row[] => Object.entries(sums).map(([name, sum]) => ({ name, ...sum }))

const columnsFor = (title: string): readonly Column<Row>[] => [
  { title, cell: ({ name }) => name, sort: ({ name }) => name },
  { title: t.overview.calls, cell: ({ calls }) => count(calls), sort: ({ calls }) => calls, isNumber: true },
  { title: t.overview.errors, cell: ({ errors }) => count(errors), sort: ({ errors }) => errors, isNumber: true },
  { title: t.overview.hits, cell: (row) => share(row.cache_hits, row.calls), isNumber: true },
  { title: t.overview.p95, cell: ({ latency_ms }) => milliseconds(latency_ms.p95), isNumber: true },
  { title: t.usage.bytes, cell: (row) => bytes(row.bytes), sort: (row) => row.bytes, isNumber: true },
]

const byDay = columnsFor(t.usage.day)
const byProvider = columnsFor(t.call.provider)
const byAction = columnsFor(t.call.action)

/** The invoice as a file: what the gateway counts, in one line for each action and one for the sum. */
const invoiceOf = ({ tenant_id, from, to, by_action, totals, cost }: Usage): string => {
  // A cell that begins like a formula gets an apostrophe (OWASP, "CSV Injection").
  const cell = (value: string | number): string =>
    `"${String(value)
      .replace(/^[=+\-@\t\r]/, "'$&")
      .replaceAll('"', '""')}"`
  const lines = [
    ['tenant', 'from', 'to', 'action', 'calls', 'errors', 'billable_calls', 'included_calls', 'amount', 'currency'],
    ...rowsOf(by_action).map(({ name, calls, errors }) => [tenant_id, from, to, name, calls, errors, '', '', '', '']),
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
  saveFile(new Blob([invoiceOf(usage)], { type: 'text/csv' }), `${usage.tenant_id}-${usage.from}.csv`)

const Bill = ({ usage }: { readonly usage: Usage }) => (
  <Section
    title={t.usage.bill}
    actions={
      <span className="row">
        <EditBilling tenant={usage.tenant_id} />
        <Button onClick={() => saveInvoice(usage)}>{t.usage.invoice}</Button>
        <Button onClick={() => window.print()}>{t.usage.print}</Button>
      </span>
    }
  >
    {usage.cost === null ? (
      <p>{t.usage.noBill}</p>
    ) : (
      <Facts
        facts={[
          [t.usage.amount, `${usage.cost.amount} ${usage.cost.currency}`],
          [t.usage.billable, count(usage.cost.billable_calls)],
          [t.usage.included, count(usage.cost.included_calls)],
        ]}
      />
    )}
  </Section>
)

const dayMs = 86_400_000

/** Every day of the time up to today, also those without a call. */
const daysOf = ({
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
  const days = useMemo(() => daysOf(usage), [usage])
  const times = useMemo(() => days.map(({ at }) => at), [days])
  return (
    <Section title={t.usage.byDay}>
      <Chart
        at={times}
        format={count}
        series={[
          { label: t.overview.calls, values: days.map(({ calls }) => calls), color: '--accent' },
          { label: t.overview.errors, values: days.map(({ errors }) => errors), color: '--wrong' },
        ]}
      />
    </Section>
  )
}

const ByProvider = ({ usage }: { readonly usage: Usage }) => {
  const rows = useMemo(() => rowsOf(usage.by_provider), [usage])
  const names = useMemo(() => rows.map(({ name }) => name), [rows])
  return (
    <Section title={t.usage.callsByProvider}>
      <Chart
        at={names}
        format={count}
        series={[
          { label: t.overview.calls, values: rows.map(({ calls }) => calls), color: '--accent' },
          { label: t.overview.errors, values: rows.map(({ errors }) => errors), color: '--wrong' },
        ]}
      />
    </Section>
  )
}

const Shown = ({ usage }: { readonly usage: Usage }) => (
  <>
    <Bill usage={usage} />
    {usage.totals.calls === 0 ? (
      <Empty title={t.usage.empty} />
    ) : (
      <>
        <Columns>
          <ByDay usage={usage} />
          <ByProvider usage={usage} />
        </Columns>
        {(
          [
            [t.usage.byProvider, byProvider, usage.by_provider],
            [t.usage.byAction, byAction, usage.by_action],
            [t.usage.days, byDay, usage.by_day],
          ] as const
        ).map(([title, columns, sums]) => (
          <Section key={title} title={title}>
            <Table label={title} rows={rowsOf(sums)} columns={columns} rowKey={({ name }) => name} />
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
    <Page title={t.usage.title} lead={t.usage.lead}>
      <Bar>
        <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} />
        <Field label={t.usage.from}>
          {(field) => (
            <input {...field} type="date" value={from} onChange={({ target }) => change({ from: target.value })} />
          )}
        </Field>
        <Field label={t.usage.to}>
          {(field) => (
            <input {...field} type="date" value={to} onChange={({ target }) => change({ to: target.value })} />
          )}
        </Field>
      </Bar>
      {tenant === '' ? <Empty title={t.usage.choose} /> : <ForTenant tenant={tenant} />}
    </Page>
  )
}
