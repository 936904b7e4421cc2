import { type ReactNode, useMemo, useState } from 'react'
import { words } from '../../words.ts'
import { Icon } from '../inline/icon.tsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from '../inline/shapes.ts'
import { type MenuChoice, RowMenu } from '../over/menu.tsx'
import type { RowSelection } from './selection.tsx'
import css from './table.module.css'
import { isAscending, nextOrder, type PageOrder, type ServerOrder, sortRows } from './table-order.ts'

export interface TableColumn<T> {
  readonly title: string
  readonly cell: (row: T) => ReactNode
  /** Makes the column sortable, where all rows are there. */
  readonly sort?: (row: T) => string | number
  /** Makes the column sortable by the gateway, which knows it by this name. */
  readonly sortName?: string
  readonly isNumber?: boolean
  /** The width in rem; columns without it are as wide as what is in them, and share what is left or what is missing. */
  readonly width?: number
  /** The column's place in a card on a phone: the state comes first, then the title. */
  readonly card?: 'state' | 'title'
  /** True if the column is hidden where space is short. */
  readonly isExtra?: boolean
  /** Several lines, instead of one that is cut. */
  readonly isText?: boolean
}

interface Props<T> {
  /** Read out by screen readers. */
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly TableColumn<T>[]
  readonly rowKey: (row: T) => string
  readonly serverOrder?: ServerOrder | undefined
  /** The column by which the rows are ordered as they come, the largest first. */
  readonly largestFirst?: string | undefined
  readonly selection?: RowSelection | undefined
  /** The actions for a row. */
  readonly menu?: ((row: T) => readonly MenuChoice[]) | undefined
  /** The name of a row, for its menu and its box. */
  readonly rowName?: (row: T) => string
  /** The key of the row that is shown beside the list. */
  readonly markedKey?: string | undefined
  /** Called for a press anywhere on a row but on what is a link or a control of its own, which the row has for the keyboard. */
  readonly onRow?: ((row: T) => void) | undefined
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

/** A state is never cut; other columns are, where there is no room. */
const readTrack = <T,>({ width, card }: TableColumn<T>): string => {
  if (width !== undefined) return `${width}rem`
  return card === 'state' ? 'max-content' : 'minmax(6rem, auto)'
}

const readTracks = <T,>(columns: readonly TableColumn<T>[]): string => columns.map(readTrack).join(' ')

/** The widths of all columns, and of those that stay where there is little room. */
const buildTracks = <T,>(columns: readonly TableColumn<T>[], hasBoxes: boolean, hasMenu: boolean) => {
  const around = (tracks: string) => [hasBoxes && '2.25rem', tracks, hasMenu && '3rem'].filter(Boolean).join(' ')
  return {
    '--tracks': around(readTracks(columns)),
    '--few-tracks': around(readTracks(columns.filter(({ isExtra }) => !isExtra))),
  } as Record<string, string>
}

/** So few columns stay side by side where others become cards. */
const mostOfRow = 3

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

const Cell = <T,>({ row, column }: { readonly row: T; readonly column: TableColumn<T> }) => {
  const content = column.cell(row)
  // A text begins at the side where its letters do, and is cut at its end.
  const shown =
    typeof content === 'string' && content !== '' ? (
      <span dir="auto" className={column.isText ? undefined : 'name'}>
        {content}
      </span>
    ) : (
      content
    )
  const looks = [column.isNumber && css.number, column.isExtra && css.extra, column.isText && css.text]
  return (
    <td
      {...roles.cell}
      className={looks.filter(Boolean).join(' ') || undefined}
      data-card={column.card}
      data-label={column.title}
      data-none={content === words.none || undefined}
      title={typeof content === 'string' && !column.isText ? content : undefined}
    >
      {shown}
    </td>
  )
}

/** True for a press on the row itself: on nothing that does something else, and not to mark a text. */
const isOnRow = ({ target }: { readonly target: EventTarget | null }): boolean =>
  target instanceof Element &&
  target.closest('a, button, input, label') === null &&
  getSelection()?.isCollapsed !== false

interface RowProps<T> extends Pick<Props<T>, 'columns' | 'selection' | 'menu' | 'markedKey' | 'onRow'> {
  readonly id: string
  readonly row: T
  readonly rowName: (row: T) => string
}

const Row = <T,>({ id, row, columns, selection, menu, markedKey, onRow, rowName }: RowProps<T>) => (
  <tr
    {...roles.row}
    data-selected={selection?.keys.has(id) || undefined}
    aria-current={id === markedKey || undefined}
    data-opens={onRow && ''}
    onClick={onRow && (({ nativeEvent }) => isOnRow(nativeEvent) && onRow(row))}
  >
    {selection && (
      <td {...roles.cell} className={css.box}>
        <input
          type="checkbox"
          aria-label={words.select(rowName(row))}
          checked={selection.keys.has(id)}
          onChange={({ target }) => selection.set([id], target.checked)}
        />
      </td>
    )}
    {columns.map((column) => (
      <Cell key={column.title} row={row} column={column} />
    ))}
    {menu && (
      <td {...roles.cell} className={css.menu}>
        <RowMenu label={words.actionsOf(rowName(row))} choices={menu(row)} />
      </td>
    )}
  </tr>
)

/** Rows in columns; cards on a phone. */
export const Table = <T,>(props: Props<T>) => {
  const { label, rows, columns, rowKey, serverOrder, selection, rowName = rowKey, isStale, ...ofRows } = props
  const { menu, markedKey, onRow } = ofRows
  const [order, setOrder] = useState<PageOrder | undefined>(() => {
    const index = columns.findIndex(({ title }) => title === props.largestFirst)
    return index < 0 ? undefined : { index, isAscending: false }
  })
  const sorted = useMemo(() => sortRows(rows, columns, order), [rows, columns, order])
  const [hasBoxes, hasMenu] = [selection !== undefined, menu !== undefined]
  const tracks = useMemo(() => buildTracks(columns, hasBoxes, hasMenu), [columns, hasBoxes, hasMenu])
  const keys = rows.map(rowKey)
  const sortBy = (index: number) => {
    const name = columns[index]?.sortName
    if (serverOrder && name !== undefined) {
      return () => serverOrder.onOrder(serverOrder.order === name ? `-${name}` : name)
    }
    const [sort, [first]] = [columns[index]?.sort, rows]
    if (sort === undefined || first === undefined) return undefined
    return () => setOrder((before) => nextOrder(before, index, typeof sort(first) === 'string'))
  }
  const ascendingOf = (index: number): boolean | undefined => {
    if (serverOrder) return isAscending(serverOrder.order, columns[index]?.sortName)
    return order?.index === index ? order.isAscending : undefined
  }
  return (
    <section className={css.holder} aria-label={label}>
      <table
        {...roles.table}
        className={columns.length <= mostOfRow ? `${css.table} ${css.slim}` : css.table}
        style={tracks}
        aria-busy={isStale}
      >
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
          {sorted.map((row) => (
            <Row
              key={rowKey(row)}
              id={rowKey(row)}
              row={row}
              {...{ columns, selection, menu, rowName, markedKey, onRow }}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}
