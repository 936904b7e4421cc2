import type { AuditEntry, AuditFilter, Store } from '@patchbay/core/store'
import { queryAudit } from '@patchbay/core/usage'
import { stringify } from 'csv-stringify/sync'
import Type from 'typebox'
import type { Reply } from '../../../http/exchange.ts'
import type { AdminAnswer } from '../../route/admin-route.ts'
import { closed } from '../../route/values/schemas.ts'
import { entryJson, entryMembers, entryToJson } from './entry.ts'
import { filterParameters } from './filter.ts'

const format = Type.Enum(['ndjson', 'csv'], { default: 'ndjson', description: 'One JSON object a line, or CSV' })

export const exportQuery = Type.Object({ ...filterParameters, format }, closed)

export const exportAnswer: AdminAnswer = {
  description: 'The entries, as a file',
  content: { 'application/x-ndjson': entryJson, 'text/csv': Type.String({ description: 'RFC 4180, with a header' }) },
}

const pageSize = 1000

interface Format {
  readonly type: string
  readonly head: string
  encode(entries: readonly AuditEntry[]): string
}

/**
 * RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, "CSV Injection"). All
 * kinds of line breaks are quoted: readers may end a record at each of them.
 */
const csv = (rows: readonly (readonly unknown[])[]): string =>
  stringify([...rows.map((row) => [...row])], {
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
  })

const formats: Readonly<Record<'ndjson' | 'csv', Format>> = {
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    encode: (entries) => entries.map((entry) => `${JSON.stringify(entryToJson(entry))}\n`).join(''),
  },
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    head: csv([entryMembers]),
    encode: (entries) => csv(entries.map((entry) => entryMembers.map((member) => entry[member]))),
  },
}

/** Reads a page when the page before has been taken, so that only one page is in memory. */
const exportStream = (store: Store, filter: Omit<AuditFilter, 'limit'>, { head, encode }: Format) => {
  const encoder = new TextEncoder()
  let before: string | undefined
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (head !== '') controller.enqueue(encoder.encode(head))
      },
      async pull(controller) {
        const page = await queryAudit(store, { ...filter, ...(before !== undefined && { before }), limit: pageSize })
        if (page.length > 0) controller.enqueue(encoder.encode(encode(page)))
        before = page.at(-1)?.id
        if (page.length < pageSize) controller.close()
      },
    },
    { highWaterMark: 1 },
  )
}

/** All entries that match, newest first, as they are read. */
export const exportReply = (
  store: Store,
  filter: Omit<AuditFilter, 'limit'>,
  format: Type.Static<typeof exportQuery>['format'],
): Reply => ({
  status: 200,
  body: exportStream(store, filter, formats[format]),
  headers: {
    'content-type': formats[format].type,
    'content-disposition': `attachment; filename="audit.${format}"`,
  },
})
