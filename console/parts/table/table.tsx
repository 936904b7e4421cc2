import {
  createSortedRowModel,
  type Row,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { words } from '../../words.ts'
import css from './table.module.css'
import { useVisibleRows, type Visible } from './visible-rows.ts'

export interface TableColumn<T extends RowData> {
  readonly title: string
  readonly cell: (row: T) => ReactNode
  /** Makes the column sortable. */
  readonly sort?: (row: T) => string | number
  readonly isNumber?: boolean
  /** The least width in a long table, in rem; a column of buttons needs room for all of them. */
  readonly width?: number
}

/** A list that is too long for memory: `rows` is a part of it, and other rows are read on scrolling. */
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
  readonly columns: readonly TableColumn<T>[]
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
  readonly columns: readonly TableColumn<T>[]
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
  readonly columns: readonly TableColumn<T>[]
  readonly part: Part
}

/** The rows near the visible ones, and empty space for all others: the page has few elements, however long the list is. */
const PartOfBody = <T extends RowData>({ rows, columns, part }: PartProps<T>) => {
  const { offset, onStart, onEnd } = part
  const body = useRef<HTMLTableSectionElement>(null)
  const end = offset + rows.length
  const onScroll = useCallback((visible: Visible) => visible.last >= end && onEnd(), [end, onEnd])
  const { first, last, height } = useVisibleRows(body, end, onScroll)
  // Evicted pages are re-read until the visible rows are loaded; later pages are read on scrolling.
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

/** Wide enough for a moment, as `Time` writes it. */
const widthOfTime = 8.75

const readWidth = <T extends RowData>({ width = widthOfTime }: TableColumn<T>): number => width
const sumOfWidths = <T extends RowData>(columns: readonly TableColumn<T>[]): number =>
  columns.reduce((sum, column) => sum + readWidth(column), 0)

/** With more rows than this, only the rows near the visible ones are elements of the page. */
const long = 300
const nothing = () => {}
const whole: Part = { offset: 0, hasMore: false, onStart: nothing, onEnd: nothing }

/** A table that is sorted by its headings. On a narrow screen the table alone scrolls sideways. */
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
      <table
        className={part ? `${css.table} ${css.long}` : css.table}
        style={part && { minWidth: `${sumOfWidths(columns)}rem` }}
        aria-rowcount={rowCount}
      >
        {part && (
          <colgroup>
            {columns.map((column) => (
              <col key={column.title} style={{ width: `${(100 * readWidth(column)) / sumOfWidths(columns)}%` }} />
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
                      columns[index]?.title || <span className={css.hidden}>{words.actions}</span>
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

/** An id, shortened if it is long; complete on hover and when copied. */
export const Id = ({ children }: { readonly children: string }) => (
  <span className={css.clip} title={children}>
    {children}
  </span>
)
