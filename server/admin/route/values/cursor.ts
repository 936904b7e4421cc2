import { invalid } from '@patchbay/core/errors'
import { mostCounted } from '@patchbay/core/store'
import Type from 'typebox'
import { closed, countSchema, orNull } from './schemas.ts'

const cursorMessage = 'is not a cursor of this list; send the next_cursor of the previous page'

/** The query parameters that choose a page. `example`: a cursor of this list, as lists refuse those of other lists. */
export const cursorParameters = (example: string) => ({
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: 'Maximum number of items in the answer',
  }),
  cursor: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,4096}$',
      errorMessage: cursorMessage,
      description: 'The `next_cursor` of the previous page',
      examples: [example],
    }),
  ),
})

/** The query parameters of a list that can be counted. */
export const countedParameters = (example: string) => ({
  ...cursorParameters(example),
  total: Type.Boolean({ default: false, description: 'Whether to count the items of all pages' }),
})

/** The query of a paged list. */
export const pageQuery = (example: string) => Type.Object(cursorParameters(example), closed)

/** A page: its items under their name, and the cursor for the next page. */
export const pageSchema = <N extends string, S extends Type.TSchema>(name: N, items: S) =>
  Type.Object({
    ...({ [name]: Type.Array(items) } as Record<N, Type.TArray<S>>),
    next_cursor: orNull(Type.String(), 'Send it as `cursor` for the next page; `null` on the last one'),
  })

/** A page of a list that can be counted. */
export const countedPageSchema = <N extends string, S extends Type.TSchema>(name: N, items: S) =>
  Type.Object({
    ...pageSchema(name, items).properties,
    total: Type.Optional(
      Type.Object(
        {
          items: countSchema(),
          more: Type.Boolean({
            description: `Counting stops at ${mostCounted.toLocaleString('en')} items. True if there are more`,
          }),
        },
        { description: 'The number of items of all pages, if the request has `total=true`' },
      ),
    ),
  })

const notOfThisList = () => invalid('/cursor', cursorMessage)

/** A cursor of a list that is sorted by more than an id: the sort order, and the last item's sort values. */
export const writeSortedCursor = (sort: string, ...position: readonly string[]): string =>
  Buffer.from(JSON.stringify([sort, ...position])).toString('base64url')

/**
 * The position in such a cursor, as this many texts. Throws VALIDATION_ERROR for a cursor of another list or another
 * order.
 */
export const readSortedCursor = (cursor: string, sort: string, texts: number): readonly string[] => {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw notOfThisList()
  }
  if (!Array.isArray(parts) || parts.length !== texts + 1 || !parts.every((part) => typeof part === 'string'))
    throw notOfThisList()
  if (parts[0] !== sort) throw invalid('/cursor', 'belongs to a list that is sorted in another way; leave it out')
  return parts.slice(1)
}

/** The end of a page, as opaque text that callers send back. */
export const cursorAfter = (id: string): string => Buffer.from(id).toString('base64url')

/** The ids of lists whose items have UUIDs. */
export const uuidPattern = /^[0-9a-f-]{36}$/

/** A cursor of such a list. */
export const uuidCursor = cursorAfter('0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c')

/** The id in a cursor. Throws VALIDATION_ERROR for a text that is not a cursor of this list. */
export const idInCursor = (cursor: string, pattern: RegExp): string => {
  const id = Buffer.from(cursor, 'base64url').toString()
  if (!pattern.test(id)) throw notOfThisList()
  return id
}

/**
 * One page of a list, and the cursor for the next page, which is null on the last one. `found` holds one item more than
 * fits when there is another page.
 */
export const toCursorPage = <T extends { readonly id: string }>(
  records: readonly T[],
  limit: number,
): { items: readonly T[]; nextCursor: string | null } => {
  const items = records.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: records.length > limit && last ? cursorAfter(last.id) : null }
}
