import { exactSecondsOf } from '@patchbay/core/time'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Chart } from '../../parts/chart/chart.tsx'
import { formatMilliseconds, formatShare, formatShortCount } from '../../parts/inline/numbers.ts'
import { Activity } from '../../parts/inline/shapes.ts'
import { Table, type TableColumn } from '../../parts/list/table.tsx'
import { Empty, Loaded } from '../../parts/page/loaded.tsx'
import { Columns, Section } from '../../parts/page/page.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { activityQuery } from '../../state/gateway/reads.ts'
import { words } from '../../words.ts'
import { useProviderId } from './provider.tsx'
import { providersTexts as t } from './providers-texts.ts'

type ActivitySums = ApiSchemas['Activity']
type ActionSum = ActivitySums['actions'][number]

const columns: readonly TableColumn<ActionSum>[] = [
  {
    title: words.action,
    card: 'title',
    cell: ({ provider, action }) => (
      <Link to="/providers/$id/actions/$action" params={{ id: provider, action }}>
        {action}
      </Link>
    ),
  },
  {
    title: t.activity.p50,
    width: 7,
    isNumber: true,
    cell: ({ latency_ms }) => formatMilliseconds(latency_ms.p50),
    sort: ({ latency_ms }) => latency_ms.p50,
  },
  {
    title: t.activity.p95,
    width: 7,
    isNumber: true,
    cell: ({ latency_ms }) => formatMilliseconds(latency_ms.p95),
    sort: ({ latency_ms }) => latency_ms.p95,
  },
  {
    title: words.calls,
    width: 7,
    isNumber: true,
    cell: ({ calls }) => formatShortCount(calls),
    sort: ({ calls }) => calls,
  },
  {
    title: t.failed,
    width: 7,
    isNumber: true,
    cell: ({ errors, calls }) => formatShare(errors, calls),
    sort: ({ errors, calls }) => errors / calls,
  },
]

/** More are a matter of the usage of each tenant. */
const mostActions = 20

const Shown = ({ activity: { days, actions } }: { readonly activity: ActivitySums }) => {
  const at = useMemo(() => days.map(({ day }) => exactSecondsOf(new Date(`${day}T00:00:00Z`))), [days])
  const counts = useMemo(
    () => [
      { label: words.calls, values: days.map(({ calls }) => calls), color: '--chart-ok' as const },
      { label: t.activity.failed, values: days.map(({ errors }) => errors), color: '--chart-failed' as const },
    ],
    [days],
  )
  const latencies = useMemo(() => {
    const of = (read: (day: ActivitySums['days'][number]) => number) =>
      days.map((day) => (day.calls > 0 ? read(day) : null))
    return [
      { label: t.activity.p95, values: of(({ latency_ms }) => latency_ms.p95), color: '--chart-1' as const },
      { label: t.activity.p50, values: of(({ latency_ms }) => latency_ms.p50), color: '--chart-2' as const },
    ]
  }, [days])
  if (days.every(({ calls }) => calls === 0))
    return (
      <Empty icon={Activity} title={t.activity.none}>
        <p>{t.activity.noneText}</p>
      </Empty>
    )
  return (
    <>
      <Columns>
        <Section title={t.activity.calls}>
          <Chart label={t.activity.calls} at={at} unit="day" kind="bars" series={counts} format={formatShortCount} />
        </Section>
        <Section title={t.activity.latency}>
          <Chart
            label={t.activity.latency}
            at={at}
            unit="day"
            kind="lines"
            series={latencies}
            format={formatMilliseconds}
          />
        </Section>
      </Columns>
      {actions.length > 0 && (
        <Section title={t.activity.slowest} lead={t.activity.slowestLead} isFlush>
          <Table
            label={t.activity.slowest}
            rows={actions.slice(0, mostActions)}
            columns={columns}
            rowKey={({ action }) => action}
          />
        </Section>
      )}
    </>
  )
}

/** A provider's calls in the last two weeks. */
export const ProviderActivity = () => {
  const provider = useProviderId()
  const query = useQuery(activityQuery(provider))
  return <Loaded query={query}>{(activity) => <Shown activity={activity} />}</Loaded>
}
