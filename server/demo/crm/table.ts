import { currentMs, isoTime } from '@patchbay/core/time'
import { CrmError } from './crm-error.ts'
import type { Stamped } from './records.ts'

export interface CrmPage<R> {
  readonly data: readonly R[]
  /** The number of matching records on all pages. */
  readonly total: number
  /** Goes into `cursor` of the next request; `null`: this is the last page. */
  readonly next_cursor: string | null
}

export interface PageRequest {
  readonly limit: number
  readonly cursor: string | undefined
}

const parseIdNumber = (id: string): number => Number(id.slice(id.lastIndexOf('-') + 1))

/** Opaque to callers. It names the last record seen, so that no deletion in between makes a page skip one. */
const cursorAfter = (id: string): string => Buffer.from(`after ${id}`).toString('base64url')

const readCursor = (cursor: string): number => {
  const [, id] = /^after ([a-z]+-\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (id !== undefined) return parseIdNumber(id)
  const message = 'must be the next_cursor of the page before'
  throw new CrmError(422, 'invalid_cursor', 'The cursor is not one of this list', [{ path: '/cursor', message }])
}

/** Records of one kind in memory, in the order in which they were made: `person-1`, `person-2`, ... */
export const createTable = <R extends Stamped>(kind: string, rows: readonly R[]) => {
  const records = new Map(rows.map((row) => [row.id, row]))
  let last = rows.length

  const get = (id: string): R => {
    const record = records.get(id)
    if (record) return record
    throw new CrmError(404, 'not_found', `There is no ${kind} ${id}`)
  }

  return {
    get,
    all: (): readonly R[] => [...records.values()],
    page(matches: (record: R) => boolean, { limit, cursor }: PageRequest): CrmPage<R> {
      const matching = [...records.values()].filter(matches)
      const after = cursor === undefined ? 0 : readCursor(cursor)
      const rest = matching.filter(({ id }) => parseIdNumber(id) > after)
      const data = rest.slice(0, limit)
      const lastOnPage = data.at(-1)
      const next_cursor = lastOnPage && rest.length > limit ? cursorAfter(lastOnPage.id) : null
      return { data, total: matching.length, next_cursor }
    },
    create(members: Omit<R, keyof Stamped>): R {
      last += 1
      const record = { id: `${kind}-${last}`, ...members, created_at: isoTime(currentMs()) } as R
      records.set(record.id, record)
      return record
    },
    update(id: string, changes: Partial<Omit<R, keyof Stamped>>): R {
      const record = { ...get(id), ...changes }
      records.set(id, record)
      return record
    },
    remove(id: string): void {
      get(id)
      records.delete(id)
    },
  }
}
