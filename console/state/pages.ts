import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useUrl } from './search.ts'

/** The number of rows on all pages; `more`: there may be more, which nobody has counted. */
export interface RowTotal {
  readonly items: number
  readonly more: boolean
}

/** The rows of one page, the cursor of the next, how many there are on all pages, and what else the answer says of them. */
export type PageOf<Row, Whole = undefined> = readonly [
  rows: readonly Row[],
  nextCursor: string | null,
  total?: RowTotal | undefined,
  whole?: Whole,
]

/** The position in a list, page by page. */
export interface Pager {
  /** The number of the first row, from 0. */
  readonly offset: number
  /** Left out where it isn't known. */
  readonly total?: RowTotal | undefined
  readonly next: (() => void) | undefined
  readonly previous: (() => void) | undefined
}

/** A page of a list, with the means to turn it. */
export interface PagedRows<Row> {
  /** `undefined`: not known yet. */
  readonly rows: readonly Row[] | undefined
  readonly error: unknown
  /** These are the rows of the page before, while those of this one are on their way. */
  readonly isStale: boolean
  readonly pager: Pager
  readonly refetch: () => unknown
}

/** On a phone a row is a card of several lines. */
const isPhone = window.matchMedia('(max-width: 40rem)').matches
const pageSize = isPhone ? 15 : 50
/** Rows of several lines. */
export const textPageSize = isPhone ? 10 : 25

/** The most pages one can go back; beyond, the list restarts. */
const mostCursors = 20

interface Options {
  readonly refetchInterval?: number | false | (() => number | false)
  /** The parameter of the URL, if the screen has more than one list. */
  readonly parameter?: string
  readonly size?: number
  /** The number of rows on all pages, where something else has counted them. */
  readonly total?: RowTotal | undefined
}

/**
 * A page of a list that the gateway keeps. The URL has the cursors of this page and of those before it, so that a reload, a shared link
 * and the browser's buttons lead to the same page. `key` names the list with its filters.
 */
export const usePages = <Row, Whole = undefined>(
  key: readonly unknown[],
  read: (page: { readonly limit: number; readonly cursor?: string }) => Promise<PageOf<Row, Whole>>,
  { refetchInterval = false, parameter = 'page', size = pageSize, total }: Options = {},
): PagedRows<Row> & { readonly whole: Whole | undefined } => {
  const [search, change] = useUrl()
  const cursors = search[parameter]?.split('.').filter((cursor) => cursor !== '') ?? []
  const cursor = cursors.at(-1)
  const query = useQuery({
    queryKey: [...key, 'page', cursor ?? ''],
    queryFn: () => read({ limit: size, ...(cursor !== undefined && { cursor }) }),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  const turnTo = (next: readonly string[]) => () => {
    change({ [parameter]: next.slice(-mostCursors).join('.') || undefined }, { isStep: true })
    window.scrollTo(0, 0)
  }
  const after = query.data?.[1]
  return {
    rows: query.data?.[0],
    whole: query.data?.[3],
    error: query.error,
    isStale: query.isPlaceholderData,
    refetch: query.refetch,
    pager: {
      offset: cursors.length * size,
      total: query.data?.[2] ?? total,
      next: after ? turnTo([...cursors, after]) : undefined,
      previous: cursor === undefined ? undefined : turnTo(cursors.slice(0, -1)),
    },
  }
}

interface WholeList<Row> {
  readonly data: readonly Row[] | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/** A list that the gateway gives as a whole, page by page. The URL has the number of the page. */
export const useSlices = <Row>({ data, error, refetch }: WholeList<Row>, parameter = 'page'): PagedRows<Row> => {
  const [search, change] = useUrl()
  const count = data?.length ?? 0
  const last = Math.max(0, Math.ceil(count / pageSize) - 1)
  const page = Math.min(Math.max(0, Number(search[parameter] ?? 0) || 0), last)
  const turnTo = (next: number) => () => {
    change({ [parameter]: next > 0 ? String(next) : undefined }, { isStep: true })
    window.scrollTo(0, 0)
  }
  return {
    rows: data?.slice(page * pageSize, (page + 1) * pageSize),
    error,
    isStale: false,
    refetch,
    pager: {
      offset: page * pageSize,
      total: { items: count, more: false },
      next: page < last ? turnTo(page + 1) : undefined,
      previous: page > 0 ? turnTo(page - 1) : undefined,
    },
  }
}
