import css from './sparkline.module.css'

const [width, height] = [96, 24]

/** The course of a figure, without axes. Its numbers stand elsewhere. */
export const Sparkline = ({ values }: { readonly values: readonly (number | null)[] }) => {
  const known = values.flatMap((value) => value ?? [])
  const [least, most] = [Math.min(0, ...known), Math.max(...known, 0)]
  if (known.length < 2 || most === least)
    return <svg className={css.line} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />
  const points = values.flatMap((value, index) => {
    if (value === null) return []
    const x = (index / (values.length - 1)) * (width - 4) + 2
    const y = height - 2 - ((value - least) / (most - least)) * (height - 4)
    return [`${x.toFixed(1)},${y.toFixed(1)}`]
  })
  const [last = ''] = points.slice(-1)
  const [cx, cy] = last.split(',')
  return (
    <svg
      className={css.line}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMid"
      aria-hidden="true"
      focusable="false"
    >
      <polyline points={points.join(' ')} />
      <circle cx={cx} cy={cy} r="2" />
    </svg>
  )
}
