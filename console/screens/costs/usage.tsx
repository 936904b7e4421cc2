import { asUnixMs, exactSecondsOf } from '@patchbay/core/time'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Button } from '../../parts/button.tsx'
import { Chart } from '../../parts/chart/chart.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { formatCount, formatMoney, formatShortCount } from '../../parts/inline/numbers.ts'
import { Download, Printer } from '../../parts/inline/shapes.ts'
import { saveFile } from '../../parts/list/save-file.ts'
import { Empty, Loaded } from '../../parts/page/loaded.tsx'
import { Facts, Section } from '../../parts/page/page.tsx'
import { formatCsv } from '../../state/csv.ts'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { useTenantId } from '../tenants/tenant.tsx'
import { EditBilling } from './billing.tsx'
import css from './costs.module.css'
import { costsTexts as t } from './costs-texts.ts'
import { toUsageRows, UsageTables } from './usage-tables.tsx'

type Usage = ApiSchemas['Usage']

/** The invoice as a file: one line per action, and one for the total. */
const formatInvoice = ({ tenant_id, from, to, by_action, totals, cost }: Usage): string =>
  formatCsv([
    ['tenant', 'from', 'to', 'action', 'calls', 'errors', 'billable_calls', 'included_calls', 'amount', 'currency'],
    ...toUsageRows(by_action).map(({ name, calls, errors }) => {
      return [tenant_id, from, to, name, calls, errors, '', '', '', '']
    }),
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
  ])

const saveInvoice = (usage: Usage): void =>
  saveFile(new Blob([formatInvoice(usage)], { type: 'text/csv' }), `${usage.tenant_id}-${usage.from}.csv`)

const Bill = ({ usage }: { readonly usage: Usage }) => (
  <Section
    title={t.bill}
    actions={
      <span className="row">
        <EditBilling tenant={usage.tenant_id} />
        <Button icon={Download} onClick={() => saveInvoice(usage)}>
          {t.invoice}
        </Button>
        <Button icon={Printer} onClick={() => window.print()}>
          {t.print}
        </Button>
      </span>
    }
  >
    {usage.cost === null ? (
      <p>{t.noBill}</p>
    ) : (
      <Facts
        facts={[
          [t.amount, <strong key="amount">{formatMoney(usage.cost.amount, usage.cost.currency)}</strong>],
          [t.billable, formatCount(usage.cost.billable_calls)],
          [t.included, formatCount(usage.cost.included_calls)],
        ]}
      />
    )}
  </Section>
)

const dayMs = 86_400_000

/** Every day of the period up to today, including days without calls. */
const listDays = ({ from, to, by_day }: Usage) => {
  const [first, last] = [Date.parse(from), Math.min(Date.parse(to), Date.now())]
  return Array.from({ length: Math.floor((last - first) / dayMs) + 1 }, (_, nth) => {
    const at = first + nth * dayMs
    const { calls = 0, errors = 0 } = by_day[new Date(at).toISOString().slice(0, 10)] ?? {}
    return { at: exactSecondsOf(asUnixMs(at)), calls, errors }
  })
}

const ByDay = ({ usage }: { readonly usage: Usage }) => {
  const days = useMemo(() => listDays(usage), [usage])
  const at = useMemo(() => days.map((day) => day.at), [days])
  const series = useMemo(
    () => [
      { label: words.calls, values: days.map(({ calls }) => calls), color: '--chart-ok' as const },
      { label: t.failed, values: days.map(({ errors }) => errors), color: '--chart-failed' as const },
    ],
    [days],
  )
  return (
    <Section title={t.callsByDay}>
      <Chart label={t.callsByDay} at={at} unit="day" kind="bars" series={series} format={formatShortCount} />
    </Section>
  )
}

const Shown = ({ usage }: { readonly usage: Usage }) => (
  <>
    <Bill usage={usage} />
    {usage.totals.calls === 0 ? (
      <Empty title={t.noCalls} />
    ) : (
      <>
        <ByDay usage={usage} />
        <UsageTables usage={usage} />
      </>
    )}
  </>
)

/** A tenant's calls in a period, and their price. */
export const TenantUsage = () => {
  const tenant = useTenantId()
  const [{ from = '', to = '' }, change] = useUrl()
  const period = { ...(from && { from }), ...(to && { to }) }
  const query = useQuery({
    queryKey: ['usage', tenant, period],
    queryFn: () => unwrap(api.GET('/admin/usage/{tenant}', { params: { path: { tenant }, query: period } })),
  })
  return (
    <>
      <div className={css.period}>
        <LabelledField label={t.from}>
          {(field) => (
            <input
              {...field}
              type="date"
              value={from || (query.data?.from ?? '')}
              onChange={({ target }) => change({ from: target.value })}
            />
          )}
        </LabelledField>
        <LabelledField label={t.to}>
          {(field) => (
            <input
              {...field}
              type="date"
              value={to || (query.data?.to ?? '')}
              onChange={({ target }) => change({ to: target.value })}
            />
          )}
        </LabelledField>
      </div>
      <Loaded query={query}>{(usage) => <Shown usage={usage} />}</Loaded>
    </>
  )
}
