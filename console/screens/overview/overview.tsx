import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Chart } from '../../parts/chart.tsx'
import { Empty, Loaded, LoadingBox } from '../../parts/loaded.tsx'
import { formatBytes, formatCount, formatMilliseconds, formatShare } from '../../parts/numbers.ts'
import { Columns, Facts, ScreenPage, Section } from '../../parts/page.tsx'
import { SeverityBadge } from '../../parts/severity.tsx'
import { Table, type TableColumn } from '../../parts/table/table.tsx'
import { Time } from '../../parts/time.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/api.ts'
import { whileUsed } from '../../state/live.ts'
import { useSuggestions } from '../../state/reads.ts'
import { useMay } from '../../state/session.ts'
import { words } from '../../words.ts'
import css from './overview.module.css'
import { overviewTexts as t } from './overview-texts.ts'

type Hour = ApiSchemas['HourOfCalls']
type Health = ApiSchemas['SystemHealth']

const toUnixTime = (at: string): number => new Date(at).getTime() / 1000

const hourColumns: readonly TableColumn<Hour>[] = [
  { title: t.hour, cell: ({ at }) => <Time at={at} />, sort: ({ at }) => at },
  { title: words.calls, cell: ({ calls }) => formatCount(calls), sort: ({ calls }) => calls, isNumber: true },
  { title: words.errors, cell: ({ errors }) => formatCount(errors), sort: ({ errors }) => errors, isNumber: true },
  { title: words.fromCache, cell: (hour) => formatShare(hour.cache_hits, hour.calls), isNumber: true },
  { title: t.p50, cell: (hour) => formatMilliseconds(hour.latency_ms.p50), isNumber: true },
  { title: words.p95, cell: (hour) => formatMilliseconds(hour.latency_ms.p95), isNumber: true },
]

const sum = (hours: readonly Hour[], member: 'calls' | 'errors' | 'cache_hits'): number =>
  hours.reduce((all, hour) => all + hour[member], 0)

const Figures = ({ hours }: { readonly hours: readonly Hour[] }) => {
  const [calls, errors, hits] = [sum(hours, 'calls'), sum(hours, 'errors'), sum(hours, 'cache_hits')]
  const busiest = hours.reduce((most, hour) => (hour.calls > most.calls ? hour : most))
  return (
    <dl className={css.figures}>
      {[
        [words.calls, formatCount(calls)],
        [words.errors, `${formatCount(errors)} (${formatShare(errors, calls)})`],
        [words.fromCache, formatShare(hits, calls)],
        [t.busiestP95, formatMilliseconds(busiest.latency_ms.p95)],
      ].map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The next step: create a tenant, or call with the token of an existing one. */
const NoCalls = () => {
  const mayChange = useMay('operator')
  const tenants = useQuery({
    queryKey: ['tenants', 'any'],
    queryFn: async () => (await unwrap(api.GET('/admin/tenants', { params: { query: { limit: 1 } } }))).tenants,
  })
  const hasTenants = tenants.data && tenants.data.length > 0
  const link = hasTenants ? (
    <Link to="/tokens">{t.showTokens}</Link>
  ) : (
    <Link to="/tenants/new">{words.createTenant}</Link>
  )
  return (
    <Empty title={t.noCalls}>
      {tenants.data && (
        <>
          <p>{hasTenants ? t.noCallsYet : t.noTenants}</p>
          {(hasTenants || mayChange) && link}
        </>
      )}
    </Empty>
  )
}

const Hours = ({ hours }: { readonly hours: readonly Hour[] }) => {
  const times = useMemo(() => hours.map(({ at }) => toUnixTime(at)), [hours])
  if (hours.every(({ calls }) => calls === 0)) {
    return (
      <Section title={words.calls}>
        <NoCalls />
      </Section>
    )
  }
  const mapHours = (value: (hour: Hour) => number) => hours.map(value)
  return (
    <>
      <Figures hours={hours} />
      <Columns>
        <Section title={t.callsByHour}>
          <Chart
            at={times}
            format={formatCount}
            series={[
              { label: words.calls, values: mapHours(({ calls }) => calls), color: '--accent' },
              { label: words.errors, values: mapHours(({ errors }) => errors), color: '--wrong' },
            ]}
          />
        </Section>
        <Section title={t.latencyByHour}>
          <Chart
            at={times}
            format={formatMilliseconds}
            series={[
              { label: t.p50, values: mapHours(({ latency_ms }) => latency_ms.p50), color: '--good' },
              { label: words.p95, values: mapHours(({ latency_ms }) => latency_ms.p95), color: '--warn' },
            ]}
          />
        </Section>
      </Columns>
    </>
  )
}

/** The same data as a table. It is long, so it comes last. */
const HourTable = ({ hours }: { readonly hours: readonly Hour[] }) => {
  const newest = useMemo(() => hours.filter(({ calls }) => calls > 0).toReversed(), [hours])
  if (newest.length === 0) return null
  return (
    <Section title={t.hours}>
      <Table label={t.hours} rows={newest} columns={hourColumns} rowKey={({ at }) => at} />
    </Section>
  )
}

type States = ApiSchemas['AccountStates']
type StateCount = States['counts'][number]

/** The states that need attention, the most severe first. */
const troubles = ['rejected', 'needs_reauth', 'expired', 'silent', 'missing'] as const

interface Trouble {
  readonly state: (typeof troubles)[number]
  readonly counts: readonly StateCount[]
}

const sumAccounts = (counts: readonly StateCount[]): number => counts.reduce((sum, { accounts }) => sum + accounts, 0)

/** The accounts can't be filtered by the result of a probe: then all accounts of the provider are shown. */
const toAccountFilter = ({ state, provider }: { readonly state: Trouble['state']; readonly provider?: string }) => ({
  ...(state !== 'silent' && { state }),
  provider,
})

const troubleColumns: readonly TableColumn<Trouble>[] = [
  {
    title: words.credential.title,
    cell: ({ state }) => (
      <Link to="/accounts" search={toAccountFilter({ state })}>
        {t.troubles[state]}
      </Link>
    ),
  },
  { title: words.screens.accounts, cell: ({ counts }) => formatCount(sumAccounts(counts)), isNumber: true },
  {
    title: words.screens.providers,
    cell: ({ state, counts }) => (
      <span className={css.providers}>
        {counts.map(({ provider, accounts }) => (
          <Link key={provider} to="/accounts" search={toAccountFilter({ state, provider })}>
            {t.accountsOf(provider, accounts)}
          </Link>
        ))}
      </span>
    ),
  },
]

/** Accounts that don't work, in groups: there may be thousands. */
const Troubles = ({ states }: { readonly states: States }) => {
  const found = troubles
    .map((state) => ({ state, counts: states.counts.filter((one) => one.state === state) }))
    .filter(({ counts }) => counts.length > 0)
  return (
    <>
      {found.length === 0 ? (
        <Empty title={t.noTrouble(sumAccounts(states.counts))} />
      ) : (
        <Table label={t.trouble} rows={found} columns={troubleColumns} rowKey={({ state }) => state} />
      )}
      <p className={css.asOf}>
        {t.asOf} <Time at={states.at} />. {t.probedAt} <Time at={states.probed_at} />.
      </p>
    </>
  )
}

type Job = Health['jobs'][number]

const jobColumns: readonly TableColumn<Job>[] = [
  { title: words.job, cell: ({ name }) => name, sort: ({ name }) => name },
  {
    title: t.overdue,
    cell: ({ lag_ms }) => formatMilliseconds(lag_ms),
    sort: ({ lag_ms }) => lag_ms,
    isNumber: true,
  },
]

const HealthSections = ({ health }: { readonly health: Health }) => {
  const { configuration, audit } = health.store_latency_ms
  const latency = (ms: number | null) =>
    ms === null ? <Badge tone="wrong">{words.outcomes.error}</Badge> : formatMilliseconds(ms)
  return (
    <Columns>
      <Section title={t.store}>
        <Facts
          facts={[
            [t.snapshotAt, <Time key="at" at={health.at} />],
            [t.readLatency, latency(configuration)],
            [t.auditLatency, latency(audit)],
            [t.memory, formatBytes(health.process.memory_bytes.rss)],
            [t.uptime, t.uptimeHours(Math.floor(health.process.uptime_s / 3600))],
            [t.loop, formatMilliseconds(health.process.event_loop_delay_ms.p99)],
          ]}
        />
      </Section>
      <Section title={words.screens.jobs}>
        <Table label={words.screens.jobs} rows={health.jobs} columns={jobColumns} rowKey={({ name }) => name} />
      </Section>
    </Columns>
  )
}

type Suggestion = ApiSchemas['Suggestion']

const suggestionColumns: readonly TableColumn<Suggestion>[] = [
  { title: words.severity, cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  { title: words.suggestion, cell: ({ title }) => title },
  { title: words.tenant, cell: ({ tenant }) => tenant ?? words.none },
]

/** All others are on the screen of suggestions. */
const mostSuggestions = 5

const every30s = whileUsed(30_000)

export const Overview = () => {
  const hours = useQuery({
    queryKey: ['hours'],
    queryFn: () => unwrap(api.GET('/admin/audit/hours')),
    refetchInterval: every30s,
  })
  // A missing first snapshot is not a failure.
  const health = useQuery({
    queryKey: ['health'],
    queryFn: async () => {
      const answer = await api.GET('/admin/system-health')
      return answer.response.status === 404 ? null : unwrap(Promise.resolve(answer))
    },
    refetchInterval: every30s,
  })
  const states = useQuery({
    queryKey: ['account-states'],
    queryFn: () => unwrap(api.GET('/admin/account-states')),
    refetchInterval: every30s,
    // The counts are current: a change on another screen is shown immediately.
    staleTime: 0,
  })
  const open = useSuggestions('open')
  // Shown together, so that nothing moves while the slowest is loading.
  if ([hours, health, states, open].some(({ isPending }) => isPending)) {
    return (
      <ScreenPage title={words.screens.overview} lead={t.lead}>
        <LoadingBox />
      </ScreenPage>
    )
  }
  return (
    <ScreenPage title={words.screens.overview} lead={t.lead}>
      <Loaded query={hours}>{(data) => <Hours hours={data.hours} />}</Loaded>
      <Section title={t.trouble}>
        <Loaded query={states}>{(data) => <Troubles states={data} />}</Loaded>
      </Section>
      <Loaded query={health}>
        {(data) =>
          data === null ? (
            <Section title={t.store}>
              <Empty title={t.noSnapshot}>{t.noSnapshotText}</Empty>
            </Section>
          ) : (
            <HealthSections health={data} />
          )
        }
      </Loaded>
      <Section title={t.openSuggestions}>
        <Loaded query={open}>
          {(suggestions) =>
            suggestions.length === 0 ? (
              <Empty title={words.noSuggestions} />
            ) : (
              <>
                <Table
                  label={t.openSuggestions}
                  rows={suggestions.slice(0, mostSuggestions)}
                  columns={suggestionColumns}
                  rowKey={({ id }) => id}
                />
                {suggestions.length > mostSuggestions && (
                  <p className={css.asOf}>
                    <Link to="/suggestions">{t.allSuggestions(suggestions.length)}</Link>
                  </p>
                )}
              </>
            )
          }
        </Loaded>
      </Section>
      {hours.data && <HourTable hours={hours.data.hours} />}
    </ScreenPage>
  )
}
