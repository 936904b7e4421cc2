import { cursor, type Pointer, Type } from '@patchbay/core/provider'

/** An answer of Slack, with what it always holds; the rest passes as it is. */
export const ok = <const M extends Record<string, Type.TSchema>>(members: M) =>
  Type.Object({ ok: Type.Literal(true), ...members })

export const thing = Type.Object({ id: Type.String() })
export const posted = ok({ channel: Type.String(), ts: Type.String() })
export const message = Type.Object({ ts: Type.String() })

/**
 * The pagination of lists; an empty cursor ends them, and a page may be shorter than requested. Slack advises 200 items
 * a page at most: https://docs.slack.dev/apis/web-api/pagination
 */
const declareCursor = (items: Pointer, size: { readonly default?: number }) =>
  cursor({ items, next: '/response_metadata/next_cursor', into: 'cursor', size: { into: 'limit', max: 200, ...size } })

/** The result and pages of a list whose items are in the member `name`. */
export const declareListIn = (name: string, item: Type.TSchema, size: { readonly default?: number } = {}) =>
  ({ result: ok({ [name]: Type.Array(item) }), pages: declareCursor(`/${name}`, size) }) as const
