import { invalid } from '@patchbay/core/errors'
import Type from 'typebox'

/** The query of a paged list. */
export const pageQuery = Type.Object(
  { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })), cursor: Type.Optional(Type.String()) },
  { additionalProperties: false },
)

/** Where a page ended, as opaque text that callers send back. */
const cursorAfter = (id: string): string => Buffer.from(id).toString('base64url')

/** The id in a cursor. Throws VALIDATION_ERROR for a text that is no cursor of this list. */
export const idInCursor = (cursor: string, pattern: RegExp): string => {
  const id = Buffer.from(cursor, 'base64url').toString()
  if (!pattern.test(id)) throw invalid('/cursor', 'is no cursor of this list; send the next_cursor of the page before')
  return id
}

/**
 * One page of a list, and the cursor for the next page, which is null on the last one. `found` holds one item more than
 * fits when there is another page.
 */
export const pageOf = <T extends { readonly id: string }>(
  found: readonly T[],
  limit: number,
): { items: readonly T[]; nextCursor: string | null } => {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: found.length > limit && last ? cursorAfter(last.id) : null }
}
