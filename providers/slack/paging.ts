import { cursor, type Pointer, Type } from '@patchbay/core/provider'
import { parameters } from './parameters.ts'

/** What every list takes. */
export const pageParameters = { limit: Type.Optional(parameters.limit), cursor: Type.Optional(parameters.cursor) }

/**
 * How lists go on; an empty cursor ends them, and a page may hold less than was asked for. Slack advises 200 items a
 * page at most: https://docs.slack.dev/apis/web-api/pagination
 */
export const pagesOf = (items: Pointer) =>
  cursor({ items, next: '/response_metadata/next_cursor', into: 'cursor', size: { into: 'limit', max: 200 } })
