import type { ReactNode } from 'react'
import type { Pager } from '../../state/pages.ts'
import { words } from '../../words.ts'
import { Button } from '../button.tsx'
import { Icon } from '../inline/icon.tsx'
import { ChevronLeft, ChevronRight } from '../inline/shapes.ts'
import css from './pager.module.css'

/** The rows that are shown, and the pages before and after. Nothing for a list of one page. */
export const PageTurner = ({
  pager: { offset, next, previous, total },
  count,
  children,
}: {
  readonly pager: Pager
  readonly count: number
  /** Beside the number of rows. */
  readonly children?: ReactNode
}) => (
  <div className={css.pager}>
    <span className={css.range}>
      {words.rows(offset + 1, offset + count, next ? total : offset + count)}
      {children}
    </span>
    {(next || previous) && (
      <span className={css.buttons}>
        <Button icon={ChevronLeft} disabled={!previous} onClick={previous}>
          {words.previousPage}
        </Button>
        <Button disabled={!next} onClick={next}>
          {words.nextPage} <Icon shape={ChevronRight} />
        </Button>
      </span>
    )}
  </div>
)
