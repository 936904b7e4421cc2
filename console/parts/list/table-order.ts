/** The order of a list that the gateway sorts: a column's `sortName`, with a `-` before it where the last comes first. */
export interface ServerOrder {
  readonly order: string
  readonly onOrder: (order: string) => void
}

const compare = (a: string | number, b: string | number): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The column by which the rows of a page are sorted. */
export interface PageOrder {
  readonly index: number
  readonly isAscending: boolean
}

/** The rows in the order of a column, where that column is sortable. */
export const sortRows = <T>(
  rows: readonly T[],
  columns: readonly { readonly sort?: (row: T) => string | number }[],
  order: PageOrder | undefined,
) => {
  const sort = order && columns[order.index]?.sort
  if (!sort) return rows
  const sign = order.isAscending ? 1 : -1
  return rows.toSorted((a, b) => sign * compare(sort(a), sort(b)))
}

/** Texts from A, figures from the largest; then the other way round; then as the rows came. */
export const nextOrder = (order: PageOrder | undefined, index: number, isText: boolean): PageOrder | undefined => {
  if (order?.index !== index) return { index, isAscending: isText }
  return order.isAscending === isText ? { index, isAscending: !isText } : undefined
}

/** The direction in which the gateway sorts by the column of this name; `undefined`: it sorts by another. */
export const isAscending = (order: string | undefined, name: string | undefined): boolean | undefined => {
  if (order === undefined || name === undefined) return undefined
  if (order === name) return true
  return order === `-${name}` ? false : undefined
}
