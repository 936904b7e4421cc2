import { stringify } from 'csv-stringify/sync'
import { type AuditEntry, type AuditFilter, type AuditReader, showMembers } from '../store/index.ts'
import { createPace, queryAudit } from '../usage/index.ts'

export type ExportFormat = 'ndjson' | 'csv'

export interface ExportRequest {
  readonly filter: AuditFilter
  readonly format: ExportFormat
  /** The members of an entry that are written, in this order. */
  readonly members: readonly (keyof AuditEntry)[]
}

export interface ExportedPage {
  readonly bytes: Uint8Array
  /** The id of the last entry; `undefined`: there are no more. */
  readonly last: string | undefined
}

/** Entries that are written at once. */
const pieceSize = 100

/**
 * RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, "CSV Injection"). All
 * kinds of line breaks are quoted: readers may end a record at each of them.
 */
export const printCsv = (rows: readonly (readonly unknown[])[]): string =>
  stringify([...rows.map((row) => [...row])], {
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
  })

const encodeWith: Readonly<
  Record<ExportFormat, (entries: readonly AuditEntry[], members: ExportRequest['members']) => string>
> = {
  ndjson: (entries, members) => entries.map((entry) => `${JSON.stringify(showMembers(entry, members))}\n`).join(''),
  csv: (entries, members) => printCsv(entries.map((entry) => members.map((member) => entry[member]))),
}

/** Reads a page of the audit log, newest first, as it stands in an export. */
export const exportPage = async (
  reader: AuditReader,
  { filter, format, members }: ExportRequest,
  signal?: AbortSignal,
): Promise<ExportedPage> => {
  const entries = await queryAudit(reader, filter, signal)
  const pace = createPace(signal)
  const pieces: string[] = []
  for (let from = 0; from < entries.length; from += pieceSize) {
    pieces.push(encodeWith[format](entries.slice(from, from + pieceSize), members))
    await pace()
  }
  return {
    bytes: new TextEncoder().encode(pieces.join('')),
    last: entries.length < filter.limit ? undefined : entries.at(-1)?.id,
  }
}
