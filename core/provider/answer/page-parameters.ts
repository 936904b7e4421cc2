import Type from 'typebox'
import type { Params } from '../parameters.ts'
import { type CursorPages, isHeaderPlace, type Pages, type Pointer } from './pages.ts'

/** Pages that one call follows, whatever its limit: the caller's next call reaches what is left. */
export const mostPages = 20
/** Items that one call answers at most. */
const mostItems = 1000

/** The name by which callers know a member that may lie deeper: `/page/cursor` is `cursor`. */
const toCallerName = (into: string): string => into.slice(into.lastIndexOf('/') + 1)

/** The parameter that takes the cursor of the next page; `undefined`: pages go on by something else. */
export const cursorParameter = (pages: Pages | undefined): string | undefined =>
  pages?.kind === 'cursor' ? toCallerName(pages.into) : undefined

const nameIn = (pointer: Pointer | undefined): string => (pointer ?? '').slice(1).replaceAll('/', '.')

/** The characters of a cursor that a caller gives back: vendors put whole queries into them. */
const longestCursor = 16_000

/** The place of the next cursor in words. Callers see no headers: a cursor of one stands beside the answer. */
const cursorPlace = ({ next, lastItem }: CursorPages): string => {
  if (next === undefined) return `${nameIn(lastItem)} of the last item of the previous answer`
  return isHeaderPlace(next) ? 'next, beside the previous answer' : `${nameIn(next)} of the previous answer`
}

const goOn = (pages: Pages): Params => {
  switch (pages.kind) {
    case 'cursor': {
      return {
        [toCallerName(pages.into)]: Type.String({
          minLength: 1,
          maxLength: longestCursor,
          description: `For the next page: ${cursorPlace(pages)}`,
        }),
      }
    }
    case 'page':
      return {
        [toCallerName(pages.into)]: Type.Integer({
          minimum: pages.first,
          description: 'Number of the first page to return',
        }),
      }
    case 'offset':
      return { [toCallerName(pages.into)]: Type.Integer({ minimum: 0, description: 'How many items to skip' }) }
    case 'link':
      return {}
  }
}

/** The parameters that follow from `pages`, without those that the action declares itself; a cursor also under another name. */
export const pageParameters = (
  pages: Pages,
  declared: Params,
  rename: Readonly<Record<string, string | undefined>> = {},
): Params => {
  const most = pages.size && Math.min(mostItems, pages.size.max * mostPages)
  const isRenamed = 'into' in pages && Object.values(rename).includes(pages.into)
  const all = {
    ...(most !== undefined && {
      limit: Type.Integer({ minimum: 1, maximum: most, description: 'Maximum number of items to return' }),
    }),
    ...(isRenamed ? {} : goOn(pages)),
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, schema]) =>
      Object.hasOwn(declared, name) ? [] : [[name, Type.Optional(schema)]],
    ),
  )
}
