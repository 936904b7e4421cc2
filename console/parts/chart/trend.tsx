import { words } from '../../words.ts'
import { Icon } from '../inline/icon.tsx'
import { formatWholeShare } from '../inline/numbers.ts'
import { ArrowDownRight, ArrowRight, ArrowUpRight } from '../inline/shapes.ts'
import css from './trend.module.css'

interface Props {
  readonly now: number
  readonly before: number
  /** False where there was nothing to measure then. */
  readonly hasBefore: boolean
  /** True if more is worse; unset: neither is good or bad. */
  readonly isMoreWorse?: boolean
}

/** Changes below this are none. */
const least = 0.05

const describe = (change: number, isSame: boolean): string => {
  if (isSame) return words.trend.same
  return Number.isFinite(change) ? words.trend.change(formatWholeShare(Math.abs(change)), change > 0) : words.trend.none
}

/** The change of a figure since the same hours a week before. */
export const Trend = ({ now, before, hasBefore, isMoreWorse }: Props) => {
  if (!hasBefore) return <span className={css.trend}>{words.trend.unknown}</span>
  const change = now === before ? 0 : now / before - 1
  const isSame = Math.abs(change) < least
  const isMore = change > 0
  const verdict = isMoreWorse === isMore ? css.worse : css.better
  const look = isSame || isMoreWorse === undefined ? '' : verdict
  const arrow = isMore ? ArrowUpRight : ArrowDownRight
  const shape = isSame ? ArrowRight : arrow
  return (
    <span className={`${css.trend} ${look}`}>
      <Icon shape={shape} size={14} />
      {describe(change, isSame)}
    </span>
  )
}
