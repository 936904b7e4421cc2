import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import { theme } from '../app/theme.ts'
import css from './chart.module.css'

interface Props {
  /** Unix seconds. */
  readonly times: readonly number[]
  readonly series: readonly { readonly label: string; readonly values: readonly number[]; readonly color: string }[]
  readonly format: (value: number) => string
}

const height = 170

/** The width of the y axis: the longest label, at most 8 px a character of the 12 px font, and the ticks. */
const yAxisWidth = (_plot: uPlot, labels: readonly string[] | null): number =>
  20 + 8 * Math.max(5, ...(labels ?? []).map(({ length }) => length))

const optionsFor = ({ series, format }: Props, width: number): uPlot.Options => {
  const style = getComputedStyle(document.body)
  // Canvases don't know light-dark(): a probe element resolves it.
  const probe = document.body.appendChild(document.createElement('i'))
  const colorOf = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const [quiet, line] = [colorOf('--quiet'), colorOf('--line')]
  const axis = {
    stroke: quiet,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line },
    font: `12px ${style.fontFamily}`,
  }
  const options: uPlot.Options = {
    width,
    height,
    legend: { show: true, live: false },
    cursor: { points: { size: 6 } },
    axes: [axis, { ...axis, size: yAxisWidth, values: (_plot, values) => values.map(format) }],
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(max * 1.1, 1)] } },
    series: [
      {},
      ...series.map(({ label, color }) => ({
        label,
        stroke: colorOf(color),
        width: 1.5,
        value: (_plot: uPlot, value: number | null) => (value === null ? '' : format(value)),
      })),
    ],
  }
  probe.remove()
  return options
}

/** A line chart. What it shows stands in a table beside it, so that screen readers pass over it. */
export const Chart = (props: Props) => {
  const holder = useRef<HTMLDivElement>(null)
  const chosen = theme.use()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colours
  useEffect(() => {
    const node = holder.current
    if (!node) return
    let plot: uPlot | undefined
    let isGone = false
    const sizes = new ResizeObserver(() => plot?.setSize({ width: node.clientWidth, height }))
    void import('uplot').then(({ default: Plot }) => {
      if (isGone) return
      const data: uPlot.AlignedData = [[...props.times], ...props.series.map(({ values }) => [...values])]
      plot = new Plot(optionsFor(props, node.clientWidth), data, node)
      sizes.observe(node)
    })
    return () => {
      isGone = true
      sizes.disconnect()
      plot?.destroy()
    }
  }, [props.times, chosen])
  return <div ref={holder} className={css.plot} aria-hidden="true" />
}
