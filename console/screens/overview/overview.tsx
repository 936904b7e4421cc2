import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import { useMemo } from 'react'
import { mainButtonClass } from '../../parts/button.tsx'
import { Chart } from '../../parts/chart/chart.tsx'
import {
  formatBytes,
  formatDuration,
  formatMilliseconds,
  formatShare,
  formatShortCount,
} from '../../parts/inline/numbers.ts'
import { Time } from '../../parts/inline/time.tsx'
import { Empty, LoadingBox, ProblemBox } from '../../parts/page/loaded.tsx'
import { ScreenPage, Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/api.ts'
import { useMay } from '../../state/session.ts'
import { words } from '../../words.ts'
import { Figures } from './figures.tsx'
import { Mend } from './mend.tsx'
import { Now } from './now.tsx'
import css from './overview.module.css'
import {
  useAccountStates,
  useActivity,
  useHealth,
  useHours,
  useMostCostly,
  useRecent,
  useSuggestionCounts,
  useUnknownCalls,
} from './overview-reads.ts'
import { overviewTexts as t } from './overview-texts.ts'
import { Rankings } from './rankings.tsx'
import { UnknownCalls } from './unknown-calls.tsx'

type Hour = ApiSchemas['HourOfCalls']

/** The next step: create a tenant, or call with the token of an existing one. */
const NoCalls = () => {
  const mayChange = useMay('operator')
  const { data } = useQuery({
    queryKey: ['tenants', 'any'],
    queryFn: async () => (await unwrap(api.GET('/admin/tenants', { params: { query: { limit: 1 } } }))).tenants,
  })
  if (!data) return <LoadingBox />
  const hasTenants = data.length > 0
  return (
    <Empty icon={Activity} title={t.noCalls}>
      <p>{hasTenants ? t.noCallsYet : t.noTenants}</p>
      {hasTenants && (
        <Link to="/tokens" className={mainButtonClass}>
          {t.showTokens}
        </Link>
      )}
      {!hasTenants && mayChange && (
        <Link to="/tenants/new" className={mainButtonClass}>
          {words.createTenant}
        </Link>
      )}
    </Empty>
  )
}

const Hours = ({ hours }: { readonly hours: readonly Hour[] }) => {
  const navigate = useNavigate()
  const at = useMemo(() => hours.map((hour) => Date.parse(hour.at) / 1000), [hours])
  const series = useMemo(
    () => [
      { label: words.calls, values: hours.map(({ calls }) => calls), color: '--chart-ok' as const },
      { label: t.failed, values: hours.map(({ errors }) => errors), color: '--chart-failed' as const },
    ],
    [hours],
  )
  const open = (index: number) => {
    const hour = hours[index]
    if (!hour) return
    const until = new Date(Date.parse(hour.at) + 3_600_000).toISOString()
    void navigate({ to: '/log', search: { calls: 'on', since: hour.at, until } })
  }
  return (
    <Section title={t.hours}>
      {hours.every(({ calls }) => calls === 0) ? (
        <NoCalls />
      ) : (
        <Chart
          label={t.hours}
          at={at}
          unit="hour"
          kind="bars"
          series={series}
          format={formatShortCount}
          onChoose={open}
          more={(index) => {
            const { calls = 0, errors = 0, latency_ms } = hours[index] ?? {}
            return [
              [t.share, formatShare(errors, calls)],
              [t.p95, latency_ms && calls > 0 ? formatMilliseconds(latency_ms.p95) : words.none],
            ]
          }}
        />
      )}
    </Section>
  )
}

/** A line about the gateway itself. */
const HealthLine = ({ health }: { readonly health: ApiSchemas['SystemHealth'] | null }) => {
  if (health === null) return <p className={css.health}>{t.health.none}</p>
  const { configuration, audit } = health.store_latency_ms
  const latencies = [configuration, audit].map((ms) => (ms === null ? words.outcomes.error : formatMilliseconds(ms)))
  return (
    <p className={css.health}>
      <strong>{t.health.title}</strong>
      {[
        [t.health.store, latencies.join(', ')],
        [t.health.memory, formatBytes(health.process.memory_bytes.rss)],
        [t.health.uptime, formatDuration(health.process.uptime_s)],
        [t.health.loop, formatMilliseconds(health.process.event_loop_delay_ms.p99)],
      ].map(([name, value]) => (
        <span key={name}>
          {name} <b>{value}</b>
        </span>
      ))}
      <span>
        {t.health.asOf} <Time at={health.at} />
      </span>
    </p>
  )
}

const Screen = ({ children }: { readonly children: React.ReactNode }) => (
  <ScreenPage title={words.screens.overview} lead={t.lead}>
    {children}
  </ScreenPage>
)

export const Overview = () => {
  const queries = {
    unknown: useUnknownCalls(),
    recent: useRecent(),
    states: useAccountStates(),
    suggestions: useSuggestionCounts(),
    health: useHealth(),
    hours: useHours(),
    activity: useActivity(),
    costs: useMostCostly(),
  }
  const { unknown, recent, states, suggestions, health, hours, activity, costs } = queries
  const failed = Object.values(queries).find(({ data, error }) => error && data === undefined)
  // Shown together, so that nothing moves while the slowest is loading.
  const isThere =
    unknown.data &&
    recent.data &&
    states.data &&
    suggestions.data &&
    health.data !== undefined &&
    hours.data &&
    activity.data &&
    costs.data
  if (!isThere) {
    return <Screen>{failed ? <ProblemBox error={failed.error} retry={failed.refetch} /> : <LoadingBox />}</Screen>
  }
  const stale = Object.values(queries).find(({ error }) => error)
  return (
    <Screen>
      {stale && <ProblemBox error={stale.error} retry={stale.refetch} />}
      <UnknownCalls calls={unknown.data.calls} hasMore={unknown.data.next_cursor !== null} />
      <Now recent={recent.data} />
      <div className={css.main}>
        <div>
          <Figures total={hours.data.total} days={activity.data.days} />
          <Hours hours={hours.data.hours} />
        </div>
        <Mend states={states.data} suggestions={suggestions.data} health={health.data ?? null} />
      </div>
      <Rankings activity={activity.data} costs={costs.data} />
      <HealthLine health={health.data ?? null} />
    </Screen>
  )
}
