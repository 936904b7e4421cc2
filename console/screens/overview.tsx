import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Badge } from '../parts/badge.tsx'
import { Chart } from '../parts/chart.tsx'
import { Empty, Loaded, Waiting } from '../parts/loaded.tsx'
import { bytes, count, milliseconds, share } from '../parts/numbers.ts'
import { Columns, Facts, Page, Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { whileUsed } from '../state/live.ts'
import { useSuggestions } from '../state/reads.ts'
import { t } from '../texts.ts'
import css from './overview.module.css'

type Hour = Schemas['HourOfCalls']
type Health = Schemas['SystemHealth']

const secondsOf = (at: string): number => new Date(at).getTime() / 1000

const hourColumns: readonly Column<Hour>[] = [
  { title: t.overview.hour, cell: ({ at }) => <Time at={at} />, sort: ({ at }) => at },
  { title: t.overview.calls, cell: ({ calls }) => count(calls), sort: ({ calls }) => calls, isNumber: true },
  { title: t.overview.errors, cell: ({ errors }) => count(errors), sort: ({ errors }) => errors, isNumber: true },
  { title: t.overview.hits, cell: (hour) => share(hour.cache_hits, hour.calls), isNumber: true },
  { title: t.overview.p50, cell: (hour) => milliseconds(hour.latency_ms.p50), isNumber: true },
  { title: t.overview.p95, cell: (hour) => milliseconds(hour.latency_ms.p95), isNumber: true },
]

const sum = (hours: readonly Hour[], member: 'calls' | 'errors' | 'cache_hits'): number =>
  hours.reduce((all, hour) => all + hour[member], 0)

const Figures = ({ hours }: { readonly hours: readonly Hour[] }) => {
  const [calls, errors, hits] = [sum(hours, 'calls'), sum(hours, 'errors'), sum(hours, 'cache_hits')]
  const busiest = hours.reduce((most, hour) => (hour.calls > most.calls ? hour : most))
  return (
    <dl className={css.figures}>
      {[
        [t.overview.calls, count(calls)],
        [t.overview.errors, `${count(errors)} (${share(errors, calls)})`],
        [t.overview.hits, share(hits, calls)],
        [t.overview.p95, milliseconds(busiest.latency_ms.p95)],
      ].map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Hours = ({ hours }: { readonly hours: readonly Hour[] }) => {
  const times = useMemo(() => hours.map(({ at }) => secondsOf(at)), [hours])
  if (hours.every(({ calls }) => calls === 0)) return <Empty title={t.overview.noCalls}>{t.overview.firstCall}</Empty>
  const valuesOf = (value: (hour: Hour) => number) => hours.map(value)
  return (
    <>
      <Figures hours={hours} />
      <Columns>
        <Section title={t.overview.callsByHour}>
          <Chart
            at={times}
            format={count}
            series={[
              { label: t.overview.calls, values: valuesOf(({ calls }) => calls), color: '--accent' },
              { label: t.overview.errors, values: valuesOf(({ errors }) => errors), color: '--wrong' },
            ]}
          />
        </Section>
        <Section title={t.overview.latencyByHour}>
          <Chart
            at={times}
            format={milliseconds}
            series={[
              { label: t.overview.p50, values: valuesOf(({ latency_ms }) => latency_ms.p50), color: '--good' },
              { label: t.overview.p95, values: valuesOf(({ latency_ms }) => latency_ms.p95), color: '--warn' },
            ]}
          />
        </Section>
      </Columns>
    </>
  )
}

/** The same as a table. It is long and comes last. */
const HourTable = ({ hours }: { readonly hours: readonly Hour[] }) => {
  const newest = useMemo(() => hours.filter(({ calls }) => calls > 0).toReversed(), [hours])
  if (newest.length === 0) return null
  return (
    <Section title={t.overview.hours}>
      <Table label={t.overview.hours} rows={newest} columns={hourColumns} rowKey={({ at }) => at} />
    </Section>
  )
}

type Account = Health['accounts'][number]

const isInTrouble = ({ token, probe }: Account): boolean =>
  !['valid', 'expiring_soon'].includes(token) || probe?.outcome === 'error'

const accountColumns: readonly Column<Account>[] = [
  { title: t.call.tenant, cell: ({ tenant }) => tenant, sort: ({ tenant }) => tenant },
  {
    title: t.call.account,
    cell: ({ tenant, provider, account }) => (
      <Link to="/accounts" search={{ tenant, provider }}>
        {`${provider}/${account}`}
      </Link>
    ),
  },
  { title: t.call.token, cell: ({ token }) => <Badge tone={token === 'valid' ? 'good' : 'wrong'}>{token}</Badge> },
  { title: t.call.reason, cell: ({ probe }) => probe?.reason ?? probe?.code ?? t.none },
]

type Job = Health['jobs'][number]

const jobColumns: readonly Column<Job>[] = [
  { title: t.jobs.job, cell: ({ name }) => name, sort: ({ name }) => name },
  { title: t.overview.lag, cell: ({ lag_ms }) => milliseconds(lag_ms), sort: ({ lag_ms }) => lag_ms, isNumber: true },
]

const HealthSections = ({ health }: { readonly health: Health }) => {
  const trouble = health.accounts.filter(isInTrouble)
  const { configuration, audit } = health.store_latency_ms
  const latency = (ms: number | null) =>
    ms === null ? <Badge tone="wrong">{t.audit.outcomes.error}</Badge> : milliseconds(ms)
  return (
    <>
      <Section title={t.overview.trouble}>
        {trouble.length === 0 ? (
          <Empty title={t.overview.noTrouble} />
        ) : (
          <Table
            label={t.overview.trouble}
            rows={trouble}
            columns={accountColumns}
            rowKey={({ tenant, provider, account }) => `${tenant}/${provider}/${account}`}
          />
        )}
      </Section>
      <Columns>
        <Section title={t.overview.store}>
          <Facts
            facts={[
              [t.overview.snapshotAt, <Time key="at" at={health.at} />],
              [t.overview.readLatency, latency(configuration)],
              [t.overview.auditLatency, latency(audit)],
              [t.overview.memory, bytes(health.process.memory_bytes.rss)],
              [t.overview.uptime, t.overview.hoursOf(Math.floor(health.process.uptime_s / 3600))],
              [t.overview.loop, milliseconds(health.process.event_loop_delay_ms.p99)],
            ]}
          />
        </Section>
        <Section title={t.overview.jobs}>
          <Table label={t.overview.jobs} rows={health.jobs} columns={jobColumns} rowKey={({ name }) => name} />
        </Section>
      </Columns>
    </>
  )
}

type Suggestion = Schemas['Suggestion']

const suggestionColumns: readonly Column<Suggestion>[] = [
  { title: t.suggestions.severity, cell: ({ severity }) => <Severity severity={severity} /> },
  { title: t.suggestions.what, cell: ({ title }) => title },
  { title: t.call.tenant, cell: ({ tenant }) => tenant ?? t.none },
]

const every30s = whileUsed(30_000)

export const Overview = () => {
  const hours = useQuery({
    queryKey: ['hours'],
    queryFn: () => unwrap(api.GET('/admin/audit/hours')),
    refetchInterval: every30s,
  })
  // Before the first snapshot there is none: that is no failure.
  const health = useQuery({
    queryKey: ['health'],
    queryFn: async () => {
      const answer = await api.GET('/admin/system-health')
      return answer.response.status === 404 ? null : unwrap(Promise.resolve(answer))
    },
    refetchInterval: every30s,
  })
  const open = useSuggestions('open')
  // Shown together, so that nothing moves while the slowest is on its way.
  if ([hours, health, open].some(({ isPending }) => isPending)) {
    return (
      <Page title={t.overview.title} lead={t.overview.lead}>
        <Waiting />
      </Page>
    )
  }
  return (
    <Page title={t.overview.title} lead={t.overview.lead}>
      <Loaded query={hours}>{(data) => <Hours hours={data.hours} />}</Loaded>
      <Loaded query={health}>
        {(data) =>
          data === null ? (
            <Section title={t.overview.store}>
              <Empty title={t.overview.noSnapshot}>{t.overview.noSnapshotText}</Empty>
            </Section>
          ) : (
            <HealthSections health={data} />
          )
        }
      </Loaded>
      <Section title={t.overview.suggestions}>
        <Loaded query={open}>
          {(suggestions) =>
            suggestions.length === 0 ? (
              <Empty title={t.overview.noSuggestions} />
            ) : (
              <Table
                label={t.overview.suggestions}
                rows={suggestions}
                columns={suggestionColumns}
                rowKey={({ id }) => id}
              />
            )
          }
        </Loaded>
      </Section>
      {hours.data && <HourTable hours={hours.data.hours} />}
    </Page>
  )
}
