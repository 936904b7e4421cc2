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
}) => {
  const last = offset + count
  return (
    <div className={css.pager}>
      <span className={css.range}>
        {next ? words.rows(offset + 1, last, total?.items, total?.more) : words.rows(offset + 1, last, last, false)}
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
}
