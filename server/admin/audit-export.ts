import type { AuditEntry, AuditFilter, Store } from '@patchbay/core/store'
import { queryAudit } from '@patchbay/core/usage'
import { stringify } from 'csv-stringify/sync'
import Type from 'typebox'
import type { Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'
import { entryMembers, entryToJson } from './audit-entry.ts'
import { filterOf, filterParameters } from './audit-filter.ts'

const exportQuery = Type.Object(
  { ...filterParameters, format: Type.Optional(Type.Enum(['ndjson', 'csv'])) },
  { additionalProperties: false },
)

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

/** `GET /admin/audit/export`: all entries that match, newest first, as they are read. */
export const auditExportRoutes = (
  adminRoute: AdminRouteFactory,
  { store, now = () => new Date() }: AdminParts,
): Route[] => [
  adminRoute({
    method: 'GET',
    path: '/admin/audit/export',
    action: 'export_audit',
    auditTarget: () => ({ tenant: null, key: 'audit/export' }),
    query: exportQuery,
    async handle({ query: { format = 'ndjson', ...filter } }) {
      const chosen = formats[format]
      return {
        status: 200,
        body: exportStream(store, filterOf(filter, now()), chosen),
        headers: { 'content-type': chosen.type, 'content-disposition': `attachment; filename="audit.${format}"` },
      }
    },
  }),
]
