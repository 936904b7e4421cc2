import type { ReactNode } from 'react'
import type { PagedRows } from '../../state/pages.ts'
import type { MenuChoice } from '../over/menu.tsx'
import { LoadingBox, ProblemBox, SkeletonBar } from '../page/loaded.tsx'
import { ListLookMenu, useShownColumns } from './list-look.tsx'
import css from './paged-table.module.css'
import { PageTurner } from './pager.tsx'
import type { RowSelection } from './selection.tsx'
import { Table, type TableColumn } from './table.tsx'
import type { ServerOrder } from './table-order.ts'

interface Props<T> {
  readonly label: string
  readonly pages: PagedRows<T>
  readonly columns: readonly TableColumn<T>[]
  readonly rowKey: (row: T) => string
  readonly rowName?: (row: T) => string
  readonly serverOrder?: ServerOrder
  readonly largestFirst?: string
  readonly selection?: RowSelection | undefined
  readonly markedKey?: string | undefined
  readonly menu?: (row: T) => readonly MenuChoice[]
  readonly onRow?: (row: T) => void
  /** Instead of a list without rows. */
  readonly empty: ReactNode
}

const skeletonRows = 12

/** Lines of the height of rows, while they are on their way. */
export const SkeletonRows = ({ rows = skeletonRows }: { readonly rows?: number }) => (
  <span className={css.skeleton} aria-hidden="true">
    {Array.from({ length: rows }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <span key={index} className={css.line}>
        <SkeletonBar width={`${34 - ((index * 7) % 15)}%`} />
        <SkeletonBar width={`${18 + ((index * 5) % 9)}%`} />
        <SkeletonBar width="10%" />
      </span>
    ))}
  </span>
)

/** A page of a list that may be very long: its rows, and the way to the pages around it. */
export const PagedTable = <T,>({ pages, empty, ...table }: Props<T>) => {
  const { rows, error, isStale, pager, refetch } = pages
  const { label, columns } = table
  const shown = useShownColumns(label, columns)
  if (rows === undefined) {
    return error ? (
      <ProblemBox error={error} retry={refetch} />
    ) : (
      <LoadingBox>
        <SkeletonRows />
      </LoadingBox>
    )
  }
  if (rows.length === 0 && !pager.previous) {
    return (
      <>
        {error && <ProblemBox error={error} retry={refetch} hasData />}
        <div className={css.empty}>{empty}</div>
      </>
    )
  }
  return (
    <>
      {error && <ProblemBox error={error} retry={refetch} hasData />}
      {/* The order of a page is by a column's place: with other columns it begins anew. */}
      <Table key={shown.length} {...table} columns={shown} rows={rows} isStale={isStale} />
      <PageTurner pager={pager} count={rows.length}>
        <ListLookMenu label={label} columns={columns} />
      </PageTurner>
    </>
  )
}
