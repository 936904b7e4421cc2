import { type PointerEvent, useState } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { formatExact, formatTimeRange } from '../../parts/inline/relative-time.ts'
import { ZoomOut } from '../../parts/inline/shapes.ts'
import { words } from '../../words.ts'
import css from './log-bars.module.css'
import type { LogCounts } from './log-counts.ts'
import { logTexts as t } from './log-texts.ts'

/** Two moments as the URL has them; `undefined`: up to now. */
export interface LogSpan {
  readonly since: string | undefined
  readonly until: string | undefined
}

const height = 100

const sumOf = ({ ok, failed, unknown }: LogCounts['bars'][number]): number => ok + failed + unknown

const Bars = ({ counts: { bars, counted_to } }: { readonly counts: LogCounts }) => {
  const most = Math.max(1, ...bars.map(sumOf))
  const uncounted = counted_to === null ? 0 : bars.filter(({ at }) => at < counted_to).length
  return (
    <svg viewBox={`0 0 ${bars.length} ${height}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {uncounted > 0 && <rect className={css.uncounted} x={0} y={0} width={uncounted} height={height} />}
      {bars.map((bar, place) => {
        // A single failure among thousands is seen, too.
        const failed = bar.failed === 0 ? 0 : Math.max(4, (bar.failed / most) * height)
        const unknown = bar.unknown === 0 ? 0 : Math.max(4, (bar.unknown / most) * height)
        const all = sumOf(bar) === 0 ? 0 : Math.max(4, (sumOf(bar) / most) * height, failed + unknown)
        return (
          <g key={bar.at}>
            <rect className={css.ok} x={place + 0.12} y={height - all} width={0.76} height={all} />
            <rect
              className={css.unknown}
              x={place + 0.12}
              y={height - failed - unknown}
              width={0.76}
              height={unknown}
            />
            <rect className={css.failed} x={place + 0.12} y={height - failed} width={0.76} height={failed} />
          </g>
        )
      })}
    </svg>
  )
}

/** The same figures, for those who don't see the bars. */
const Figures = ({ bars }: Pick<LogCounts, 'bars'>) => (
  <table className="hidden">
    <caption>{t.bars.title}</caption>
    <thead>
      <tr>
        <th scope="col">{words.entry.at}</th>
        <th scope="col">{words.outcomes.ok}</th>
        <th scope="col">{words.outcomes.error}</th>
      </tr>
    </thead>
    <tbody>
      {bars
        .filter((bar) => sumOf(bar) > 0)
        .map(({ at, ok, failed }) => (
          <tr key={at}>
            <th scope="row">{formatExact(Date.parse(at))}</th>
            <td>{ok}</td>
            <td>{failed}</td>
          </tr>
        ))}
    </tbody>
  </table>
)

const monthMs = 30 * 86_400_000

/** Four times as long, around the same middle. */
const widen = ({ since, until }: LogCounts): LogSpan => {
  const [from, to] = [Date.parse(since), Date.parse(until)]
  const length = to - from
  if (length * 4 > monthMs) return { since: undefined, until: undefined }
  const end = to + 1.5 * length
  return {
    since: new Date(Math.min(end, Date.now()) - 4 * length).toISOString(),
    until: end >= Date.now() ? undefined : new Date(end).toISOString(),
  }
}

interface Props {
  /** `undefined`: they are on their way. */
  readonly counts: LogCounts | undefined
  readonly isZoomed: boolean
  readonly onZoom: (span: LogSpan) => void
}

const Plot = ({ counts, isZoomed, onZoom }: Props & { readonly counts: LogCounts }) => {
  const { bars, step_seconds, counted_to } = counts
  const [pointed, setPointed] = useState<number>()
  const [drawnFrom, setDrawnFrom] = useState<number>()
  const placeOf = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(bars.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * bars.length)))
  }
  const timeAt = (place: number): number => Date.parse(bars[0]?.at ?? counts.since) + place * step_seconds * 1000
  const [from, to] = [
    Math.min(drawnFrom ?? pointed ?? 0, pointed ?? 0),
    Math.max(drawnFrom ?? pointed ?? 0, pointed ?? 0),
  ]
  const zoom = () => {
    setDrawnFrom(undefined)
    if (drawnFrom === undefined || pointed === undefined) return
    onZoom({ since: new Date(timeAt(from)).toISOString(), until: new Date(timeAt(to + 1)).toISOString() })
  }
  const bar = pointed === undefined ? undefined : bars[pointed]
  return (
    <>
      <div
        className={css.plot}
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setPointed(placeOf(event))
          setDrawnFrom(placeOf(event))
        }}
        onPointerMove={(event) => setPointed(placeOf(event))}
        onPointerLeave={() => drawnFrom === undefined && setPointed(undefined)}
        onPointerUp={zoom}
        onPointerCancel={() => setDrawnFrom(undefined)}
      >
        {pointed !== undefined && (
          <span
            className={css.chosen}
            style={{ left: `${(from / bars.length) * 100}%`, width: `${((to - from + 1) / bars.length) * 100}%` }}
          />
        )}
        <Bars counts={counts} />
      </div>
      <div className={css.foot}>
        <span className={css.sums} role={bar ? undefined : 'status'}>
          {bar ? t.bars.sums(bar) : t.bars.sums(counts)}
          {counted_to !== null && !bar && ` ${t.bars.countedTo(formatExact(Date.parse(counted_to)))}`}
        </span>
        <span className={css.end}>
          {bar ? formatTimeRange(timeAt(from), timeAt(to + 1)) : formatTimeRange(timeAt(0), Date.parse(counts.until))}
          {isZoomed && <IconButton label={t.bars.zoomOut} icon={ZoomOut} onClick={() => onZoom(widen(counts))} />}
        </span>
      </div>
      <Figures bars={bars} />
    </>
  )
}

/** The entries over time, as bars: one is chosen by a click, several by drawing over them, and the list shows their time. */
export const LogBars = ({ counts, isZoomed, onZoom }: Props) => (
  <section className={css.holder} aria-label={t.bars.title} aria-busy={counts === undefined}>
    {counts && <Plot counts={counts} isZoomed={isZoomed} onZoom={onZoom} />}
  </section>
)
