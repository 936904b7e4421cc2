import { exactSecondsOf } from '@patchbay/core/time'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
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
import { Activity } from '../../parts/inline/shapes.ts'
import { Time } from '../../parts/inline/time.tsx'
import { Empty, LoadingBox, PagePart, ProblemBox } from '../../parts/page/loaded.tsx'
import { ScreenPage, Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useAccountStates, useSuggestionCounts, useWaitingCount } from '../../state/gateway/attention.ts'
import { useActivity } from '../../state/gateway/reads.ts'
import { useMay } from '../../state/gateway/session.ts'
import { letRun } from '../../state/let-run.ts'
import { words } from '../../words.ts'
import { Figures } from './figures.tsx'
import { Mend } from './mend.tsx'
import { Now } from './now.tsx'
import css from './overview.module.css'
import { joinReads, useHealth, useHours, useMostCostly, useRecent, useUnknownCalls } from './overview-reads.ts'
import { overviewTexts as t } from './overview-texts.ts'
import { Rankings } from './rankings.tsx'
import { UnknownCalls } from './unknown-calls.tsx'

type Hour = ApiSchemas['HourOfCalls']

/** The height, in lines, of the parts that wait for their data. */
const [figuresLines, chartLines, mendLines] = [4, 7, 2]

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
  const at = useMemo(() => hours.map((hour) => exactSecondsOf(new Date(hour.at))), [hours])
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
    letRun(navigate({ to: '/log', search: { calls: 'on', since: hour.at, until } }))
  }
  if (hours.every(({ calls }) => calls === 0)) return <NoCalls />
  return (
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

/**
 * Current failures come first. Each other part appears as soon as its data has arrived; on a narrow screen, problems
 * come before the rest.
 */
export const Overview = () => {
  const first = joinReads({ unknown: useUnknownCalls(), recent: useRecent() })
  const hours = useHours()
  const activity = useActivity()
  const health = useHealth()
  const [states, suggestions, waiting] = [useAccountStates(), useSuggestionCounts(), useWaitingCount()]
  const trouble = joinReads({ states, suggestions, waiting, health })
  const costs = useMostCostly()
  const figures = joinReads({ hours, activity })
  // If these fail, the gateway is away, and the other parts have no need to say so as well.
  if (!first.data) {
    const { error, refetch } = first
    return <Screen>{error ? <ProblemBox error={error} retry={refetch} /> : <LoadingBox />}</Screen>
  }
  const stale = [first, trouble, figures, costs].find(({ data, error }) => error && data !== undefined)
  return (
    <Screen>
      {stale && <ProblemBox error={stale.error} retry={stale.refetch} hasData />}
      <UnknownCalls calls={first.data.unknown.calls} hasMore={first.data.unknown.next_cursor !== null} />
      <Now recent={first.data.recent} />
      <div className={css.main}>
        <div>
          <div className={css.figures}>
            <PagePart query={figures} lines={figuresLines}>
              {(data) => <Figures total={data.hours.total} weekAgo={data.hours.week_ago} days={data.activity.days} />}
            </PagePart>
          </div>
          <Section title={t.hours}>
            <PagePart query={hours} lines={chartLines}>
              {(data) => <Hours hours={data.hours} />}
            </PagePart>
          </Section>
        </div>
        <Section title={t.mend.title}>
          <PagePart query={trouble} lines={mendLines}>
            {(data) => <Mend {...data} />}
          </PagePart>
        </Section>
      </div>
      <Rankings activity={activity} costs={costs} />
      <PagePart query={health} lines={1}>
        {(data) => <HealthLine health={data} />}
      </PagePart>
    </Screen>
  )
}
