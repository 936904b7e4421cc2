import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import { isSystemDark, theme } from '../state/theme.ts'
import css from './chart.module.css'

interface Props {
  /** Moments in Unix seconds for lines, or names for bars. */
  readonly at: readonly number[] | readonly string[]
  readonly series: readonly { readonly label: string; readonly values: readonly number[]; readonly color: string }[]
  readonly format: (value: number) => string
}

const height = 170

/** The width of the y axis: the longest label, at most 8 px a character of the 12 px font, and the ticks. */
const yAxisWidth = (_plot: uPlot, labels: readonly string[] | null): number =>
  20 + 8 * Math.max(5, ...(labels ?? []).map(({ length }) => length))

const isNames = (at: Props['at']): at is readonly string[] => typeof at[0] === 'string'

/** For names below their bars: an x axis of whole numbers. */
const xOfNames = (names: readonly string[], axis: uPlot.Axis) => ({
  axis: {
    ...axis,
    splits: () => names.map((_, index) => index),
    values: () => [...names],
    grid: { show: false },
  },
  scale: { time: false, range: [-0.5, names.length - 0.5] as [number, number] },
})

const optionsFor = (
  { at, series, format }: Props,
  width: number,
  bars: uPlot.Series.PathBuilder | undefined,
): uPlot.Options => {
  const style = getComputedStyle(document.body)
  // Canvases don't know light-dark(): a probe element resolves it.
  const probe = document.body.appendChild(document.createElement('i'))
  const resolveColor = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const [quiet, line] = [resolveColor('--quiet'), resolveColor('--line')]
  const axis = {
    stroke: quiet,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line },
    font: `12px ${style.fontFamily}`,
  }
  const x = isNames(at) ? xOfNames(at, axis) : { axis, scale: {} }
  const options: uPlot.Options = {
    width,
    height,
    legend: { show: true, live: false },
    cursor: { points: { size: 6 } },
    axes: [x.axis, { ...axis, size: yAxisWidth, values: (_plot, values) => values.map(format) }],
    scales: { x: x.scale, y: { range: (_plot, _min, max) => [0, Math.max(max * 1.1, 1)] } },
    series: [
      {},
      ...series.map(({ label, color }) => ({
        label,
        stroke: resolveColor(color),
        width: 1.5,
        ...(isNames(at) && bars && { paths: bars, fill: resolveColor(color), points: { show: false } }),
        value: (_plot: uPlot, value: number | null) => (value === null ? '' : format(value)),
      })),
    ],
  }
  probe.remove()
  return options
}

/** A chart of lines or bars. A table beside it has the same data, so screen readers skip the chart. */
export const Chart = (props: Props) => {
  const holder = useRef<HTMLDivElement>(null)
  const [chosen, isDark] = [theme.use(), isSystemDark.use()]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colours
  useEffect(() => {
    const node = holder.current
    if (!node) return
    let plot: uPlot | undefined
    let isGone = false
    const sizes = new ResizeObserver(() => plot?.setSize({ width: node.clientWidth, height }))
    void import('uplot').then(({ default: Plot }) => {
      if (isGone) return
      const xs = isNames(props.at) ? props.at.map((_, index) => index) : [...props.at]
      const data: uPlot.AlignedData = [xs, ...props.series.map(({ values }) => [...values])]
      plot = new Plot(optionsFor(props, node.clientWidth, Plot.paths.bars?.({ size: [0.6, 64] })), data, node)
      sizes.observe(node)
    })
    return () => {
      isGone = true
      sizes.disconnect()
      plot?.destroy()
    }
  }, [props.at, chosen, isDark])
  return <div ref={holder} className={css.plot} aria-hidden="true" />
}
