import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Sparkline } from '../../parts/chart/sparkline.tsx'
import { Trend } from '../../parts/chart/trend.tsx'
import { formatMilliseconds, formatShare, formatShortCount } from '../../parts/inline/numbers.ts'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { words } from '../../words.ts'
import css from './figures.module.css'
import { overviewTexts as t } from './overview-texts.ts'

type Sum = ApiSchemas['UsageSummary']
type Day = ApiSchemas['Activity']['days'][number]

interface FigureProps {
  readonly title: string
  readonly value: string
  readonly more?: string
  readonly to: { readonly to: string; readonly search?: Readonly<Record<string, string>> }
  readonly course: readonly (number | null)[]
  readonly trend: ReactNode
}

const Figure = ({ title, value, more, to, course, trend }: FigureProps) => (
  <Link {...to} className={css.figure}>
    <span className={css.title}>{title}</span>
    <span className={css.line}>
      <strong>{value}</strong>
      {more !== undefined && <small>{more}</small>}
      <Sparkline values={course} />
    </span>
    {trend}
  </Link>
)

const sum = (days: readonly Day[], read: (day: Day) => number): number => days.reduce((all, day) => all + read(day), 0)
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((all, value) => all + value, 0) / values.length

interface Props {
  /** Of the last 24 hours. */
  readonly total: Sum
  /** Two weeks, and today. */
  readonly days: readonly Day[]
}

/** The figures of a day, each with its course over two weeks, and how it has changed since last week. */
export const Figures = ({ total, days }: Props) => {
  const [before, week] = [days.slice(0, 7), days.slice(7, 14)]
  const called = (some: readonly Day[]) => some.filter(({ calls }) => calls > 0)
  const failedShare = (some: readonly Day[]) =>
    sum(some, ({ errors }) => errors) /
    Math.max(
      1,
      sum(some, ({ calls }) => calls),
    )
  const hitShare = (some: readonly Day[]) =>
    sum(some, ({ cache_hits }) => cache_hits) /
    Math.max(
      1,
      sum(some, ({ calls }) => calls),
    )
  const p95 = (some: readonly Day[]) => mean(called(some).map(({ latency_ms }) => latency_ms.p95))
  return (
    <div className={css.figures}>
      <Figure
        title={t.figures.calls}
        value={formatShortCount(total.calls)}
        to={{ to: '/log', search: { calls: 'on', since: '24h' } }}
        course={days.map(({ calls }) => calls)}
        trend={<Trend now={sum(week, ({ calls }) => calls)} before={sum(before, ({ calls }) => calls)} />}
      />
      <Figure
        title={t.figures.failed}
        value={formatShortCount(total.errors)}
        {...(total.calls > 0 && { more: t.figures.failedOf(formatShare(total.errors, total.calls)) })}
        to={{ to: '/log', search: { calls: 'on', outcome: 'error', since: '24h' } }}
        course={days.map(({ errors }) => errors)}
        trend={<Trend now={failedShare(week)} before={failedShare(before)} isMoreWorse />}
      />
      <Figure
        title={t.figures.p95}
        value={total.calls > 0 ? formatMilliseconds(total.latency_ms.p95) : words.none}
        to={{ to: '/providers' }}
        course={days.map(({ calls, latency_ms }) => (calls > 0 ? latency_ms.p95 : null))}
        trend={<Trend now={p95(week)} before={p95(before)} isMoreWorse />}
      />
      <Figure
        title={t.figures.cache}
        value={formatShare(total.cache_hits, total.calls)}
        to={{ to: '/providers' }}
        course={days.map(({ calls, cache_hits }) => (calls > 0 ? cache_hits / calls : null))}
        trend={<Trend now={hitShare(week)} before={hitShare(before)} />}
      />
    </div>
  )
}
