import { createSortedRowModel, type RowData, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { t } from '../texts.ts'
import css from './table.module.css'

export interface Column<T extends RowData> {
  readonly title: string
  readonly cell: (row: T) => ReactNode
  /** Makes the column sortable. */
  readonly sort?: (row: T) => string | number
  readonly isNumber?: boolean
}

interface Props<T extends RowData> {
  /** Read out by screen readers. */
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly rowKey: (row: T) => string
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

const compare = (a: string | number, b: string | number): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** A table that sorts by its heads. On a narrow screen it scrolls sideways by itself. */
export const Table = <T extends RowData>({ label, rows, columns, rowKey }: Props<T>) => {
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
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={css.scroll} aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header, index) => {
                const sorted = header.column.getIsSorted()
                return (
                  <th
                    key={header.id}
                    scope="col"
                    className={columns[index]?.isNumber ? css.number : undefined}
                    aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
                  >
                    {header.column.getCanSort() ? (
                      <button type="button" onClick={header.column.getToggleSortingHandler()}>
                        {columns[index]?.title}
                        <span aria-hidden="true">{sorted ? (sorted === 'asc' ? ' ↑' : ' ↓') : ''}</span>
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
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.title} className={column.isNumber ? css.number : undefined}>
                  {column.cell(row.original)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
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
