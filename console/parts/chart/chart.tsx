import { type ReactNode, useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import { letRun } from '../../state/let-run.ts'
import { isSystemDark, theme } from '../../state/stored/theme.ts'
import { words } from '../../words.ts'
import css from './chart.module.css'
import { buildChartOptions, type ChartData, formatPoint } from './chart-options.ts'

interface Props extends ChartData {
  /** The name of the table with the same figures, which is read out instead. */
  readonly label: string
  /** Further lines of the tooltip, for a point by its number. */
  readonly more?: (index: number) => readonly (readonly [name: string, value: string])[]
  /** Called when a point is chosen. */
  readonly onChoose?: (index: number) => void
  readonly height?: number
}

interface Pointed {
  readonly index: number
  readonly left: number
}

const Tip = ({ chart, pointed }: { readonly chart: Props; readonly pointed: Pointed }) => {
  const { at, unit, series, format, more } = chart
  const { index, left } = pointed
  const isRight = index > at.length / 2
  return (
    <div className={isRight ? `${css.tip} ${css.right}` : css.tip} style={{ left }}>
      <strong>{formatPoint(at[index] ?? 0, unit)}</strong>
      {series.map(({ label, values, color }) => (
        <span key={label}>
          <i style={{ background: `var(${color})` }} />
          {label}
          <b>{values[index] === null ? words.none : format(values[index] ?? 0)}</b>
        </span>
      ))}
      {more?.(index).map(([name, value]) => (
        <span key={name}>
          <i />
          {name}
          <b>{value}</b>
        </span>
      ))}
    </div>
  )
}

/** The series by their colours; those of bars with the sum of what the chart shows. */
const Legend = ({ series, kind, format }: Pick<ChartData, 'series' | 'kind' | 'format'>): ReactNode =>
  series.length > 1 && (
    <p className={css.legend} aria-hidden="true">
      {series.map(({ label, color, values }) => (
        <span key={label}>
          <i style={{ background: `var(${color})` }} />
          {label}
          {kind === 'bars' && <b>{format(values.reduce<number>((sum, value) => sum + (value ?? 0), 0))}</b>}
        </span>
      ))}
    </p>
  )

/** The figures of the chart, for those who don't see it. */
const Figures = ({ label, at, unit, series, format }: Props) => (
  <table className="hidden">
    <caption>{label}</caption>
    <thead>
      <tr>
        <th scope="col">{words.entry.at}</th>
        {series.map((one) => (
          <th key={one.label} scope="col">
            {one.label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {at.map((seconds, index) => (
        <tr key={seconds}>
          <th scope="row">{formatPoint(seconds, unit)}</th>
          {series.map(({ label: name, values }) => (
            <td key={name}>{values[index] === null ? words.none : format(values[index] ?? 0)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const defaultHeight = 180

/** Bars or lines over time. Its figures are shown where it is pointed at. */
export const Chart = (props: Props) => {
  const { at, height = defaultHeight, onChoose } = props
  const holder = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<Pointed>()
  const [chosenTheme, isDark] = [theme.use(), isSystemDark.use()]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the figures change with the points, the colours with the theme
  useEffect(() => {
    const node = holder.current
    if (!node) return
    let plot: uPlot | undefined
    let isGone = false
    const sizes = new ResizeObserver(() => plot?.setSize({ width: node.clientWidth, height }))
    letRun(
      import('uplot').then(({ default: Plot }) => {
        if (isGone) return
        const onCursor = ({ cursor: { idx, left }, over }: uPlot): void => {
          const isInside = typeof idx === 'number' && left !== undefined && left >= 0
          const x = isInside ? (plot?.valToPos(at[idx] ?? 0, 'x') ?? 0) + over.offsetLeft : 0
          setPointed(isInside ? { index: idx, left: x } : undefined)
        }
        const bars = Plot.paths.bars?.({ size: [0.72, 40], radius: 0.15 })
        const data: uPlot.AlignedData = [[...at], ...props.series.map(({ values }) => [...values])]
        plot = new Plot(buildChartOptions(props, { width: node.clientWidth, height, bars, onCursor }), data, node)
        sizes.observe(node)
      }),
    )
    return () => {
      isGone = true
      sizes.disconnect()
      plot?.destroy()
    }
  }, [at, props.series, height, chosenTheme, isDark])
  return (
    <div className={css.chart}>
      <Legend {...props} />
      <div
        ref={holder}
        className={onChoose ? `${css.plot} ${css.choosable}` : css.plot}
        style={{ height }}
        aria-hidden="true"
        onClick={() => pointed && onChoose?.(pointed.index)}
      >
        {pointed && <Tip chart={props} pointed={pointed} />}
      </div>
      <Figures {...props} />
    </div>
  )
}
