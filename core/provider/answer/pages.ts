import type Type from 'typebox'

/** A JSON pointer (RFC 6901) into the provider's answer; `''` is the whole. */
export type Pointer = '' | `/${string}`

/**
 * A header of the provider's answer.
 * @example 'header:x-ms-continuation'
 */
export type HeaderPlace = `header:${string}`

const headerBegin = 'header:'

/** False for a pointer into the answer. */
export const isHeaderPlace = (place: Pointer | HeaderPlace): place is HeaderPlace => place.startsWith(headerBegin)

export const headerName = (place: HeaderPlace): string => place.slice(headerBegin.length)

interface Common {
  /**
   * The pointer to the list in the answer; `''`: the answer is the list.
   * @example link({ items: '' })
   * @example offset({ items: '/data/items', into: 'skip' })
   */
  readonly items: Pointer
  /**
   * The vendor's page-size member and its largest value. With it the action takes a `limit`, which may be larger than a page:
   * core asks for as many pages as it takes. Without a `limit` the size is `default`; left out: it isn't sent.
   * @example page({ items: '/items', into: 'page', size: { into: 'per_page', max: 100 } })
   * @example cursor({ items: '/items', next: '/next', into: '/page/after', size: { into: '/page/size', max: 100, default: 100 } })
   */
  readonly size?: { readonly into: string; readonly max: number; readonly default?: number }
  /**
   * The place of the page size and the cursor or number, if the vendor takes them in the query of a POST; left out: into the body
   * where there is one.
   * @example cursor({ items: '/items', next: '/next', into: 'after', in: 'query' })
   */
  readonly in?: 'query'
  /**
   * The pointer to the list in the result of `shape`, if `shape` moves it: a caller's `result_fields` are looked up in its items.
   * @example offset({ items: '/data/items', into: 'skip', shapedItems: '/items' })
   */
  readonly shapedItems?: Pointer
  /**
   * The vendor leaves an empty list out of its answer.
   * @example cursor({ items: '/messages', next: '/nextPageToken', into: 'pageToken', omitsEmpty: true })
   */
  readonly omitsEmpty?: true
}

export interface CursorPages extends Common {
  readonly kind: 'cursor'
  /**
   * The pointer to the next cursor in the answer, or the header that has it.
   * @example cursor({ items: '/items', next: '/meta/next', into: 'after' })
   * @example cursor({ items: '/items', next: 'header:x-ms-continuation', into: 'continuation' })
   */
  readonly next?: Pointer | HeaderPlace
  /**
   * The pointer to the cursor in the last item, for vendors that page by id.
   * @example cursor({ items: '/data', lastItem: '/id', more: '/has_more', into: 'starting_after' })
   */
  readonly lastItem?: Pointer
  /**
   * The pointer to the answer's mark that there is more; required with `lastItem`.
   * @example cursor({ items: '/data', lastItem: '/id', more: '/has_more', into: 'starting_after' })
   */
  readonly more?: Pointer
  /**
   * The member that takes the cursor: of the body where there is one, else of the query. A JSON pointer names a deeper member.
   * @example cursor({ items: '/items', next: '/next', into: '/page/cursor' })
   */
  readonly into: string
}

export interface NumberPages extends Common {
  readonly kind: 'page'
  /**
   * The member that takes the number.
   * @example page({ items: '/items', into: 'page' })
   */
  readonly into: string
  /**
   * The number of the first page, 1 by default.
   * @example page({ items: '/items', into: 'page', first: 0 })
   */
  readonly first: number
  /**
   * The vendor pages only where it is asked for a page, so that the number of the first one is sent as well.
   * @example page({ items: '/items', into: 'page', sendsFirst: true })
   */
  readonly sendsFirst?: true
  /**
   * The pointer to the number of pages in the answer, or the header that has it; without it an empty page is the last.
   * @example page({ items: '/items', into: 'page', total: '/total_pages' })
   */
  readonly total?: Pointer | HeaderPlace
}

export interface OffsetPages extends Common {
  readonly kind: 'offset'
  /**
   * The member that takes the number of items to skip.
   * @example offset({ items: '/items', into: 'skip' })
   */
  readonly into: string
  /**
   * The pointer to the number of items in the answer, or the header that has it; without it an empty page is the last.
   * @example offset({ items: '', into: 'skip', total: 'header:x-total-count' })
   */
  readonly total?: Pointer | HeaderPlace
}

export interface LinkPages extends Common {
  readonly kind: 'link'
  /**
   * The pointer to the next page's URL in the answer, to an object with it (`href`, `url`), or to a list of such links with their
   * `rel` or `relation`, or the header that has it; left out: in the `Link` header.
   * @example link({ items: '/data', next: '/links/next' })
   */
  readonly next?: Pointer | HeaderPlace
}

/**
 * The pagination of a list. Core owns the loop: it follows pages until the caller's `limit` parameter is filled, there is no
 * next page, or its own limits end it. The answer is the last page's, with the items of all. A failed page fails the whole call,
 * unless the vendor refused it (400, 404, 410, 422; 429 where a cursor leads on): then the answer ends there, and says so.
 */
export type Pages = CursorPages | NumberPages | OffsetPages | LinkPages

/** The name of `into`, which becomes a parameter's. */
interface Goes<Into extends string> {
  readonly into: Into
}

type LastStep<Into extends string> = Into extends `${string}/${infer Rest}` ? LastStep<Rest> : Into

/** The parameters that `pages` adds: `limit`, and the one that names the next page if the compiler knows its name. */
export type PageParams<G extends Pages> = { readonly limit: Type.TOptional<Type.TInteger> } & (G extends Goes<
  infer Into
>
  ? string extends Into
    ? unknown
    : {
        readonly [Name in Exclude<LastStep<Into>, 'limit'>]: Type.TOptional<
          G extends CursorPages ? Type.TString : Type.TInteger
        >
      }
  : unknown)

type Of<P extends Pages> = Omit<P, 'kind'>
type CursorDefinition = Of<CursorPages> &
  (
    | { readonly next: Pointer | HeaderPlace; readonly lastItem?: never }
    | { readonly lastItem: Pointer; readonly more: Pointer; readonly next?: never }
  )

/**
 * Each answer names the cursor of the next page, or the cursor is the id of the last item.
 * @example cursor({ items: '/results', next: '/next_cursor', into: 'start_cursor', size: { into: 'page_size', max: 100 } })
 */
export const cursor = <const Into extends string>(
  definition: CursorDefinition & Goes<Into>,
): CursorPages & Goes<Into> => ({ kind: 'cursor', ...definition })

/**
 * Pages have numbers.
 * @example page({ items: '/items', total: '/pages', into: 'page', size: { into: 'per_page', max: 100 } })
 */
export const page = <const Into extends string>(
  definition: Omit<Of<NumberPages>, 'first'> & { readonly first?: number } & Goes<Into>,
): NumberPages & Goes<Into> => ({
  kind: 'page',
  first: 1,
  ...definition,
})

/**
 * The next page begins after the items seen so far.
 * @example offset({ items: '/items', total: '/total', into: 'skip', size: { into: 'take', max: 100 } })
 */
export const offset = <const Into extends string>(
  definition: Of<OffsetPages> & Goes<Into>,
): OffsetPages & Goes<Into> => ({ kind: 'offset', ...definition })

/**
 * The next page is named by its URL: in the `Link` header (RFC 8288, `rel="next"`), or in the answer at `next`. One that leaves
 * the origin is not followed.
 * @example link({ items: '', size: { into: 'per_page', max: 100 } })
 * @example link({ items: '/data', next: '/links/next' })
 */
export const link = (definition: Of<LinkPages>): LinkPages => ({ kind: 'link', ...definition })
