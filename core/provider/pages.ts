/** A JSON pointer (RFC 6901) into the provider's answer; `''` is the whole. */
export type Pointer = '' | `/${string}`

interface Common {
  /** Where the list is in the answer. */
  readonly items: Pointer
  /**
   * The vendor's page-size member and its largest value. With it, a caller's `limit` may be larger than a page: core
   * asks for as many pages as it takes.
   */
  readonly size?: { readonly into: string; readonly max: number }
}

export interface CursorPages extends Common {
  readonly kind: 'cursor'
  /** Where the next cursor is in the answer. */
  readonly next?: Pointer
  /** Where the cursor is in the last item, for vendors that page by id. */
  readonly lastItem?: Pointer
  /** Where the answer says that there is more (needed with `lastItem`). */
  readonly more?: Pointer
  /** The member that takes the cursor: of the body or form where there is one, else of the query. */
  readonly into: string
}

export interface NumberPages extends Common {
  readonly kind: 'page'
  readonly into: string
  /** The number of the first page, 1 by default. */
  readonly first: number
  /** Where the answer gives the number of pages; without it a page that isn't full is the last. */
  readonly total?: Pointer
}

export interface OffsetPages extends Common {
  readonly kind: 'offset'
  readonly into: string
  /** Where the answer gives the number of items; without it a page that isn't full is the last. */
  readonly total?: Pointer
}

export interface LinkPages extends Common {
  readonly kind: 'link'
}

/**
 * How a list goes on. Core owns the loop: it follows pages until the caller's `limit` parameter is filled, there is no
 * next page, or its own limits end it. The answer is the last page's, with the items of all. A page that fails fails the
 * whole; but where a cursor goes on from what is there, the provider's rate limit (429) only ends it.
 */
export type Pages = CursorPages | NumberPages | OffsetPages | LinkPages

type Of<P extends Pages> = Omit<P, 'kind'>
type CursorDefinition = Of<CursorPages> &
  (
    | { readonly next: Pointer; readonly lastItem?: never }
    | { readonly lastItem: Pointer; readonly more: Pointer; readonly next?: never }
  )

/** Each answer names the cursor of the next page. */
export const cursor = (definition: CursorDefinition): CursorPages => ({ kind: 'cursor', ...definition })

/** Pages have numbers. */
export const page = (definition: Omit<Of<NumberPages>, 'first'> & { readonly first?: number }): NumberPages => ({
  kind: 'page',
  first: 1,
  ...definition,
})

/** The next page begins after the items seen so far. */
export const offset = (definition: Of<OffsetPages>): OffsetPages => ({ kind: 'offset', ...definition })

/** The `Link` header names the next page (RFC 8288, `rel="next"`); one that leaves the origin is not followed. */
export const link = (definition: Of<LinkPages>): LinkPages => ({ kind: 'link', ...definition })
