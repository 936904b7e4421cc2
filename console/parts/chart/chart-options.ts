import { asUnixSeconds, msOf } from '@patchbay/core/time'
import type uPlot from 'uplot'
import { words } from '../../words.ts'
import { resolveColors } from './resolve-colors.ts'

/** The unit of the x axis: an hour of the reader, or a day in UTC, as bills count them. */
export type ChartUnit = 'hour' | 'day'

export interface ChartSeries {
  readonly label: string
  /** `null`: there is nothing to draw, such as a latency without calls. */
  readonly values: readonly (number | null)[]
  /** A variable of the style sheet. */
  readonly color: `--${string}`
}

export interface ChartData {
  /** Unix seconds. */
  readonly at: readonly number[]
  readonly unit: ChartUnit
  /** `bars`: each bar covers a part of the one before, as what failed covers a part of all. */
  readonly kind: 'bars' | 'lines'
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
}

const hour = new Intl.DateTimeFormat(words.locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat(words.locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const whole = new Intl.DateTimeFormat(words.locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const formatTick = (seconds: number, unit: ChartUnit): string =>
  (unit === 'hour' ? hour : day).format(msOf(asUnixSeconds(seconds)))

/** A point, as the tooltip names it. */
export const formatPoint = (seconds: number, unit: ChartUnit): string =>
  (unit === 'hour' ? whole : day).format(msOf(asUnixSeconds(seconds)))

const font = (size: number): string => `${size}px ${getComputedStyle(document.body).fontFamily}`

/** The width of the y axis: its longest label, at 7 px a character, and a gap. */
const yAxisWidth = (_plot: uPlot, labels: readonly string[] | null): number =>
  14 + 7 * Math.max(2, ...(labels ?? []).map(({ length }) => length))

const stepSeconds = { hour: 3600, day: 86_400 }

/** The distances of the lines across: calls and milliseconds are whole. */
const steps = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()

/** Ticks at points, at least this many pixels apart. */
const pickTicks = (at: readonly number[], unit: ChartUnit, width: number): number[] => {
  const room = unit === 'hour' ? 56 : 64
  const step = Math.max(1, Math.ceil((at.length * room) / Math.max(width - 60, 1)))
  // From the newest on, which is the one that people look at.
  return at.filter((_, index) => (at.length - 1 - index) % step === 0)
}

const buildSeries = (
  { kind, series }: ChartData,
  colors: Readonly<Record<string, string>>,
  bars: uPlot.Series.PathBuilder | undefined,
): uPlot.Series[] =>
  series.map(({ label, color }) => {
    const drawn = colors[color] ?? ''
    const common = { label, points: { show: false } }
    if (kind === 'bars' && bars) return { ...common, paths: bars, fill: drawn, width: 0, stroke: drawn }
    return { ...common, stroke: drawn, width: 1.75, spanGaps: true }
  })

export const buildChartOptions = (
  data: ChartData,
  {
    width,
    height,
    bars,
    onCursor,
  }: {
    readonly width: number
    readonly height: number
    readonly bars: uPlot.Series.PathBuilder | undefined
    readonly onCursor: (plot: uPlot) => void
  },
): uPlot.Options => {
  const { at, unit, kind, series, format } = data
  const colors = resolveColors(['--quiet', '--line', ...series.map(({ color }) => color)])
  const axis = { stroke: colors['--quiet'] ?? '', font: font(11), ticks: { show: false } }
  const half = kind === 'bars' ? stepSeconds[unit] / 2 : 0
  return {
    width,
    height,
    legend: { show: false },
    cursor: { points: { show: kind === 'lines', size: 7 }, y: false, drag: { x: false, y: false } },
    // The last label is half as wide as this beyond its line or its bar, which may be narrow.
    padding: [8, 22, 0, 0],
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        splits: (plot) => pickTicks(at, unit, plot.width),
        values: (_plot, ticks) => ticks.map((tick) => formatTick(tick, unit)),
      },
      {
        ...axis,
        grid: { stroke: colors['--line'] ?? '', width: 1 },
        size: yAxisWidth,
        space: 34,
        incrs: steps,
        values: (_plot, values) => values.map(format),
      },
    ],
    scales: {
      x: { time: false, range: () => [(at[0] ?? 0) - half, (at.at(-1) ?? 1) + half] },
      y: { range: (_plot, _min, max) => [0, Math.max(max * 1.08, 1)] },
    },
    series: [{}, ...buildSeries(data, colors, bars)],
    hooks: { setCursor: [onCursor] },
  }
}
