import {
  createSortedRowModel,
  type Row,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { t } from '../texts.ts'
import css from './table.module.css'
import { useVisibleRows, type Visible } from './visible-rows.ts'

export interface Column<T extends RowData> {
  readonly title: string
  readonly cell: (row: T) => ReactNode
  /** Makes the column sortable. */
  readonly sort?: (row: T) => string | number
  readonly isNumber?: boolean
  /** In a long table, in rem where there is no more room than the page needs. */
  readonly width?: number
}

/** A list too long for memory: `rows` are a part of it, and the others are read when somebody scrolls to them. */
export interface Part {
  /** How many rows come before this part. */
  readonly offset: number
  /** Whether rows come after it. */
  readonly hasMore: boolean
  readonly onStart: () => void
  readonly onEnd: () => void
}

interface Props<T extends RowData> {
  /** Read out by screen readers. */
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly rowKey: (row: T) => string
  readonly part?: Part | undefined
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

const compare = (a: string | number, b: string | number): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

interface CellsProps<T extends RowData> {
  readonly row: T
  readonly columns: readonly Column<T>[]
  readonly isCut?: boolean
}

const Cells = <T extends RowData>({ row, columns, isCut }: CellsProps<T>) =>
  columns.map((column) => {
    const content = column.cell(row)
    const title = isCut && typeof content === 'string' ? content : undefined
    return (
      <td key={column.title} className={column.isNumber ? css.number : undefined} title={title}>
        {content}
      </td>
    )
  })

interface PartProps<T extends RowData> {
  readonly rows: readonly Row<typeof features, T>[]
  readonly columns: readonly Column<T>[]
  readonly part: Part
}

/** The rows near what is seen, and empty space for all others: the page has few elements however long the list is. */
const PartOfBody = <T extends RowData>({ rows, columns, part }: PartProps<T>) => {
  const { offset, onStart, onEnd } = part
  const body = useRef<HTMLTableSectionElement>(null)
  const end = offset + rows.length
  const onScroll = useCallback((visible: Visible) => visible.last >= end && onEnd(), [end, onEnd])
  const { first, last, height } = useVisibleRows(body, end, onScroll)
  // Further rows are read when somebody scrolls; those that were let go, until what is looked at is there.
  useEffect(() => {
    if (first < offset) onStart()
  }, [first, offset, onStart])
  const from = Math.max(first, offset)
  const shown = rows.slice(from - offset, Math.max(last - offset, 0))
  const space = (count: number) => count > 0 && <tr style={{ height: count * height }} />
  return (
    <tbody ref={body}>
      {space(from)}
      {shown.map((row, index) => (
        <tr key={row.id} aria-rowindex={from + index + 2}>
          <Cells row={row.original} columns={columns} isCut />
        </tr>
      ))}
      {space(end - from - shown.length)}
    </tbody>
  )
}

const widthsOf = <T extends RowData>(columns: readonly Column<T>[]): string[] => {
  const sum = columns.reduce((all, { width = 1 }) => all + width, 0)
  return columns.map(({ width = 1 }) => `${(100 * width) / sum}%`)
}

/** With more rows than this, only those near what is seen are elements of the page. */
const long = 300
const nothing = () => {}
const whole: Part = { offset: 0, hasMore: false, onStart: nothing, onEnd: nothing }

/** A table that sorts by its heads. On a narrow screen it scrolls sideways by itself. */
export const Table = <T extends RowData>({ label, rows, columns, rowKey, part: given }: Props<T>) => {
  const part = given ?? (rows.length > long ? whole : undefined)
  const definitions = useMemo(
    () =>
      columns.map(({ title, sort }, index) => ({
        id: String(index),
        header: title,
        accessorFn: (row: T) => sort?.(row) ?? '',
        enableSorting: sort !== undefined,
        sortFn: (a: { original: T }, b: { original: T }) => compare(sort?.(a.original) ?? '', sort?.(b.original) ?? ''),
      })),
    [columns],
  )
  const table = useTable({ features, columns: definitions, data: rows, getRowId: rowKey })
  const sorted = table.getRowModel().rows
  const rowCount = part && (part.hasMore ? -1 : part.offset + rows.length + 1)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={css.scroll} aria-label={label} tabIndex={0}>
      <table className={part ? `${css.table} ${css.long}` : css.table} aria-rowcount={rowCount}>
        {part && (
          <colgroup>
            {widthsOf(columns).map((width, index) => (
              <col key={columns[index]?.title} style={{ width }} />
            ))}
          </colgroup>
        )}
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={part && 1}>
              {group.headers.map((header, index) => {
                const order = header.column.getIsSorted()
                return (
                  <th
                    key={header.id}
                    scope="col"
                    className={columns[index]?.isNumber ? css.number : undefined}
                    aria-sort={order ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
                  >
                    {header.column.getCanSort() ? (
                      <button type="button" onClick={header.column.getToggleSortingHandler()}>
                        {columns[index]?.title}
                        <span aria-hidden="true">{order ? (order === 'asc' ? ' ↑' : ' ↓') : ''}</span>
                      </button>
                    ) : (
                      columns[index]?.title || <span className={css.hidden}>{t.actions}</span>
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        {part ? (
          <PartOfBody rows={sorted} columns={columns} part={part} />
        ) : (
          <tbody>
            {sorted.map((row) => (
              <tr key={row.id}>
                <Cells row={row.original} columns={columns} />
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </section>
  )
}

/** An id, cut off where it is long; whole on hover and for copying. */
export const Id = ({ children }: { readonly children: string }) => (
  <span className={css.clip} title={children}>
    {children}
  </span>
)
