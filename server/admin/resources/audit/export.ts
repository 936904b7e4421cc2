import { type ExportFormat, printCsv, type Reports } from '@patchbay/core/reports'
import type { AuditFilter } from '@patchbay/core/store'
import Type from 'typebox'
import type { Reply } from '../../../http/exchange.ts'
import type { AdminAnswer } from '../../route/admin-route.ts'
import { closed } from '../../route/values/schemas.ts'
import { entryJson, entryMembers } from './entry.ts'
import { filterParameters } from './filter.ts'

const format = Type.Enum(['ndjson', 'csv'], { default: 'ndjson', description: 'One JSON object a line, or CSV' })

export const exportQuery = Type.Object({ ...filterParameters, format }, closed)

export const exportAnswer: AdminAnswer = {
  description: 'The entries, as a file',
  content: { 'application/x-ndjson': entryJson, 'text/csv': Type.String({ description: 'RFC 4180, with a header' }) },
}

const pageSize = 1000

const formats: Readonly<Record<ExportFormat, { readonly type: string; readonly head: string }>> = {
  ndjson: { type: 'application/x-ndjson; charset=utf-8', head: '' },
  csv: { type: 'text/csv; charset=utf-8; header=present', head: printCsv([entryMembers]) },
}

type Filter = Omit<AuditFilter, 'limit'>

/** Reads a page when the page before has been taken, so that only one page is in memory. A reader that hangs up ends the reading. */
const exportStream = ({ exportPage }: Pick<Reports, 'exportPage'>, filter: Filter, format: ExportFormat) => {
  const gone = new AbortController()
  let before: string | undefined
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const { head } = formats[format]
        if (head !== '') controller.enqueue(new TextEncoder().encode(head))
      },
      async pull(controller) {
        const page = { ...filter, before, limit: pageSize }
        const { bytes, last } = await exportPage({ filter: page, format, members: entryMembers }, gone.signal)
        if (bytes.length > 0) controller.enqueue(bytes)
        before = last
        if (last === undefined) controller.close()
      },
      cancel: () => gone.abort(),
    },
    { highWaterMark: 1 },
  )
}

/** Streams all matching entries, newest first. */
export const exportReply = (reports: Pick<Reports, 'exportPage'>, filter: Filter, format: ExportFormat): Reply => ({
  status: 200,
  body: exportStream(reports, filter, format),
  headers: {
    'content-type': formats[format].type,
    'content-disposition': `attachment; filename="audit.${format}"`,
  },
})
