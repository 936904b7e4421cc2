import type { Search } from '../../state/search.ts'
import { LogBars, type LogSpan } from './log-bars.tsx'
import { LogCauses } from './log-causes.tsx'
import type { LogCounts } from './log-counts.ts'
import css from './log-summary.module.css'

interface Props {
  /** `undefined`: they are on their way. */
  readonly counts: LogCounts | undefined
  readonly isZoomed: boolean
  readonly withTenant: boolean
  /** False where the filter selects no calls. */
  readonly withCauses: boolean
  readonly onZoom: (span: LogSpan) => void
  readonly onChoose: (search: Search) => void
}

/** The entries over time beside why calls fail. It is as high while it loads, so that the list below doesn't move. */
export const LogSummary = ({ counts, isZoomed, withTenant, withCauses, onZoom, onChoose }: Props) => (
  <div className={css.holder}>
    <div className={withCauses ? `${css.summary} ${css.both}` : css.summary}>
      <LogBars counts={counts} isZoomed={isZoomed} onZoom={onZoom} />
      {withCauses && <LogCauses counts={counts} withTenant={withTenant} onChoose={onChoose} />}
    </div>
  </div>
)
