import { createSortedRowModel, type RowData, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { words } from '../../words.ts'
import { Icon } from '../inline/icon.tsx'
import { type MenuChoice, RowMenu } from '../over/menu.tsx'
import type { RowSelection } from './selection.tsx'
import css from './table.module.css'

export interface TableColumn<T extends RowData> {
  readonly title: string
  readonly cell: (row: T) => ReactNode
  /** Makes the column sortable, where all rows are there. */
  readonly sort?: (row: T) => string | number
  /** Makes the column sortable by the gateway, which knows it by this name. */
  readonly sortName?: string
  readonly isNumber?: boolean
  /** In rem; columns without it share what is left, in the proportion of `share`. */
  readonly width?: number
  readonly share?: number
  /** Where the column stands in a card on a phone: the state comes first, then the title. */
  readonly card?: 'state' | 'title'
  /** Left out where there is little room. */
  readonly isExtra?: boolean
  /** Several lines, instead of one that is cut. */
  readonly isText?: boolean
}

/** The order of a list that the gateway sorts: a column's `sortName`, with a `-` before it where the last comes first. */
export interface ServerOrder {
  readonly order: string
  readonly onOrder: (order: string) => void
}

interface Props<T extends RowData> {
  /** Read out by screen readers. */
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly TableColumn<T>[]
  readonly rowKey: (row: T) => string
  readonly serverOrder?: ServerOrder | undefined
  readonly selection?: RowSelection | undefined
  /** What can be done with a row. */
  readonly menu?: ((row: T) => readonly MenuChoice[]) | undefined
  /** The name of a row, for its menu and its box. */
  readonly rowName?: (row: T) => string
  /** The key of the row that is shown beside the list. */
  readonly markedKey?: string | undefined
  /** Shows that other rows are on their way. */
  readonly isStale?: boolean
}

/** The grid of the rows takes away the roles that these elements have by themselves, in some browsers. */
const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

const compare = (a: string | number, b: string | number): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const readTracks = <T extends RowData>(columns: readonly TableColumn<T>[]): string =>
  columns.map(({ width, share = 1 }) => (width === undefined ? `minmax(6rem, ${share}fr)` : `${width}rem`)).join(' ')

/** The widths of all columns, and of those that stay where there is little room. */
const buildTracks = <T extends RowData>(columns: readonly TableColumn<T>[], hasBoxes: boolean, hasMenu: boolean) => {
  const around = (tracks: string) => [hasBoxes && '2.25rem', tracks, hasMenu && '3rem'].filter(Boolean).join(' ')
  return {
    '--tracks': around(readTracks(columns)),
    '--few-tracks': around(readTracks(columns.filter(({ isExtra }) => !isExtra))),
  } as Record<string, string>
}

const isAscending = (order: string | undefined, name: string | undefined): boolean | undefined => {
  if (order === undefined || name === undefined) return undefined
  if (order === name) return true
  return order === `-${name}` ? false : undefined
}

const orderIcon = (ascending: boolean | undefined) => {
  if (ascending === undefined) return ChevronsUpDown
  return ascending ? ArrowUp : ArrowDown
}

interface HeadProps {
  readonly title: string
  readonly isNumber: boolean
  readonly isExtra: boolean
  readonly ascending: boolean | undefined
  readonly onSort: (() => void) | undefined
}

const readOrder = (ascending: boolean) => (ascending ? 'ascending' : 'descending')

const Head = ({ title, isNumber, isExtra, ascending, onSort }: HeadProps) => (
  <th
    // The grid of the rows takes away the roles that these elements have by themselves.
    {...roles.columnheader}
    scope="col"
    className={[isNumber && css.number, isExtra && css.extra].filter(Boolean).join(' ') || undefined}
    aria-sort={ascending === undefined ? undefined : readOrder(ascending)}
  >
    {onSort ? (
      <button type="button" onClick={onSort}>
        {title}
        <Icon shape={orderIcon(ascending)} size={14} />
      </button>
    ) : (
      title || <span className="hidden">{words.actions}</span>
    )}
  </th>
)

const Cell = <T extends RowData>({ row, column }: { readonly row: T; readonly column: TableColumn<T> }) => {
  const content = column.cell(row)
  const looks = [column.isNumber && css.number, column.isExtra && css.extra, column.isText && css.text]
  return (
    <td
      {...roles.cell}
      className={looks.filter(Boolean).join(' ') || undefined}
      data-card={column.card}
      data-label={column.title}
      title={typeof content === 'string' && !column.isText ? content : undefined}
    >
      {content}
    </td>
  )
}

/** Rows in columns; cards on a phone. */
export const Table = <T extends RowData>(props: Props<T>) => {
  const { label, rows, columns, rowKey, serverOrder, selection, menu, rowName = rowKey, markedKey, isStale } = props
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
  const [hasBoxes, hasMenu] = [selection !== undefined, menu !== undefined]
  const tracks = useMemo(() => buildTracks(columns, hasBoxes, hasMenu), [columns, hasBoxes, hasMenu])
  const keys = rows.map(rowKey)
  const sortBy = (index: number) => {
    const name = columns[index]?.sortName
    if (serverOrder && name !== undefined) {
      return () => serverOrder.onOrder(serverOrder.order === name ? `-${name}` : name)
    }
    const column = table.getColumn(String(index))
    return column?.getCanSort() ? () => column.toggleSorting() : undefined
  }
  const ascendingOf = (index: number): boolean | undefined => {
    if (serverOrder) return isAscending(serverOrder.order, columns[index]?.sortName)
    const order = table.getColumn(String(index))?.getIsSorted()
    return order ? order === 'asc' : undefined
  }
  return (
    <section className={css.holder} aria-label={label}>
      <table {...roles.table} className={css.table} style={tracks} aria-busy={isStale}>
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {selection && (
              <th {...roles.columnheader} scope="col" className={css.box}>
                <input
                  type="checkbox"
                  aria-label={words.selectPage}
                  checked={keys.length > 0 && keys.every((key) => selection.keys.has(key))}
                  onChange={({ target }) => selection.set(keys, target.checked)}
                />
              </th>
            )}
            {columns.map(({ title, isNumber = false, isExtra = false }, index) => (
              <Head
                key={title}
                title={title}
                isNumber={isNumber}
                isExtra={isExtra}
                ascending={ascendingOf(index)}
                onSort={sortBy(index)}
              />
            ))}
            {menu && (
              <th {...roles.columnheader} scope="col">
                <span className="hidden">{words.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {table.getRowModel().rows.map(({ id, original }) => (
            <tr
              {...roles.row}
              key={id}
              data-selected={selection?.keys.has(id) || undefined}
              aria-current={id === markedKey || undefined}
            >
              {selection && (
                <td {...roles.cell} className={css.box}>
                  <input
                    type="checkbox"
                    aria-label={words.select(rowName(original))}
                    checked={selection.keys.has(id)}
                    onChange={({ target }) => selection.set([id], target.checked)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <Cell key={column.title} row={original} column={column} />
              ))}
              {menu && (
                <td {...roles.cell} className={css.menu}>
                  <RowMenu label={words.actionsOf(rowName(original))} choices={menu(original)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
