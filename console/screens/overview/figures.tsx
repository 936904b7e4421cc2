import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Sparkline } from '../../parts/chart/sparkline.tsx'
import { Trend } from '../../parts/chart/trend.tsx'
import { formatMilliseconds, formatShare, formatShortCount } from '../../parts/inline/numbers.ts'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { failedOutcomes } from '../../state/search.ts'
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
    </span>
    <Sparkline values={course} />
    {trend}
  </Link>
)

const shareOf = (part: number, { calls }: Sum): number => (calls === 0 ? 0 : part / calls)

interface Props {
  /** The sum of the last 24 hours. */
  readonly total: Sum
  /** The same hours a week before. */
  readonly weekAgo: Sum
  /** Two weeks, and today, which isn't over: it has no part in the course. */
  readonly days: readonly Day[]
}

/** The figures of a day, each with its course over two weeks, and beside the same hours a week before. */
export const Figures = ({ total, weekAgo, days: allDays }: Props) => {
  const days = allDays.slice(0, -1)
  const hasBefore = weekAgo.calls > 0
  return (
    <div className={css.figures}>
      <Figure
        title={t.figures.calls}
        value={formatShortCount(total.calls)}
        to={{ to: '/log', search: { calls: 'on', since: '24h' } }}
        course={days.map(({ calls }) => calls)}
        trend={<Trend now={total.calls} before={weekAgo.calls} hasBefore={hasBefore} />}
      />
      <Figure
        title={t.figures.failed}
        value={formatShortCount(total.errors)}
        {...(total.calls > 0 && { more: t.figures.failedOf(formatShare(total.errors, total.calls)) })}
        to={{ to: '/log', search: { calls: 'on', outcome: failedOutcomes, since: '24h' } }}
        course={days.map(({ errors }) => errors)}
        trend={<Trend now={total.errors} before={weekAgo.errors} hasBefore={hasBefore} isMoreWorse />}
      />
      <Figure
        title={t.figures.p95}
        value={total.calls > 0 ? formatMilliseconds(total.latency_ms.p95) : words.none}
        to={{ to: '/providers' }}
        course={days.map(({ calls, latency_ms }) => (calls > 0 ? latency_ms.p95 : null))}
        trend={<Trend now={total.latency_ms.p95} before={weekAgo.latency_ms.p95} hasBefore={hasBefore} isMoreWorse />}
      />
      <Figure
        title={t.figures.cache}
        value={formatShare(total.cache_hits, total.calls)}
        to={{ to: '/providers' }}
        course={days.map(({ calls, cache_hits }) => (calls > 0 ? cache_hits / calls : null))}
        trend={
          <Trend
            now={shareOf(total.cache_hits, total)}
            before={shareOf(weekAgo.cache_hits, weekAgo)}
            hasBefore={hasBefore}
            isMoreWorse={false}
          />
        }
      />
    </div>
  )
}
