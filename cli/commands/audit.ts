import { showJson } from '@patchbay/core/shown-text'
import type { ArgsDef } from 'citty'
import { type AdminApi, readData, type Schemas } from '../api/admin-api.ts'
import { findOperation } from '../api/operations.ts'
import { type Command, type CommandGroup, type CommandInput, wideOption } from '../program/command.ts'
import { type QueryWords, routeCommand } from '../program/route-command.ts'
import { buildOptions, pageOptions, readRouteQuery } from '../program/route-options.ts'
import { column } from '../terminal/column.ts'
import { CommandError } from '../terminal/command-error.ts'
import { printStream } from '../terminal/print-stream.ts'
import { saveStream } from '../terminal/save-file.ts'
import { layTable } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

const pollMs = 2000
/** An entry of another gateway may arrive this much later than newer entries. */
const lateMs = 60_000

const filters = {
  tenant: { description: 'only this tenant' },
  action: { description: "a provider's action, or an admin change such as put_tenant" },
  source: { description: 'where the call or change came from' },
  key: { description: 'the subject, e.g. hubspot/main' },
  code: { description: 'the error code' },
  outcome: { description: 'the outcome' },
  'request-id': { description: "the response's x-request-id" },
  'token-id': { description: 'the token or admin key' },
  q: {
    valueHint: 'words',
    description: 'words in the reason, action, key, an id or a name; the last 7 days without --since',
  },
  status: { description: 'the HTTP status, e.g. 401 or 4xx,502' },
  provider: { description: 'the provider of a call' },
  reason: { description: 'a text in the reason' },
  label: { description: "a text in the token's label" },
  over: { valueHint: 'time', description: 'only what took longer, e.g. 200ms' },
} satisfies QueryWords<'GET /admin/audit'>

const range = {
  since: { valueHint: 'when', description: 'a duration (30m, 24h, 7d), an ISO 8601 time or Unix seconds' },
  until: { valueHint: 'when', description: 'same formats as --since' },
} satisfies QueryWords<'GET /admin/audit'>

const columns = [
  column('at', 'at', 'moment'),
  column('tenant'),
  column('action'),
  column('key'),
  column('status', 'status', 'status'),
  column('code', 'code', 'word'),
  column('source', 'source', 'word'),
  column('ms', 'duration_ms', 'number'),
  column('token', 'token_id', 'word'),
  column('id', 'id', 'word'),
  column('reason', 'reason', 'note'),
]

type AuditEntry = Schemas['AuditEntry']

const search = findOperation('GET /admin/audit')

/** Entries since a time, oldest first. Reads of the audit log are left out: tailing produces them itself. */
const entriesSince = async (api: AdminApi, query: object): Promise<readonly AuditEntry[]> => {
  const found: AuditEntry[] = []
  for (let cursor: string | undefined; ; ) {
    const params = { query: { ...query, limit: 1000, ...(cursor !== undefined && { cursor }) } }
    const page = await readData(api.GET('/admin/audit', { params }))
    found.push(...page.entries)
    if (page.next_cursor === null) break
    cursor = page.next_cursor
  }
  return found.filter(({ action }) => action !== 'query_audit').toReversed()
}

const showEntries = (entries: readonly AuditEntry[], isJson: boolean, isFirst: boolean, terminal: Terminal): void => {
  if (entries.length === 0) return
  if (isJson) for (const entry of entries) terminal.out(showJson(entry))
  else
    for (const line of layTable(columns, entries, { ...terminal, isPerson: false }).lines.slice(isFirst ? 0 : 1))
      terminal.out(line)
}

const tail: Command = {
  summary: 'Show audit entries as they are written, until Ctrl-C',
  description:
    'Begins with the entries of the last minute. Reads of the audit log, which are audited too, are left out.',
  route: 'GET /admin/audit',
  isRemote: true,
  args: {
    ...buildOptions(search.query, filters),
    json: { type: 'boolean', description: 'print one JSON object per line' },
    ...wideOption,
  },
  examples: ['patchbay audit tail', 'patchbay audit tail --tenant acme --outcome error'],
  async run(input) {
    const api = await input.admin()
    const query = readRouteQuery(filters, search, input)
    let seen = new Set<string>()
    for (let isFirst = true; ; ) {
      const since = new Date(Date.now() - lateMs).toISOString()
      const found = await entriesSince(api, { ...query, since })
      const news = found.filter(({ id }) => !seen.has(id))
      showEntries(news, input.flag('json'), isFirst, input.terminal)
      isFirst &&= news.length === 0
      seen = new Set(found.map(({ id }) => id))
      await Bun.sleep(pollMs)
    }
  },
}

const exported = findOperation('GET /admin/audit/export')
const exportedQuery = {
  ...filters,
  ...range,
  format: { description: 'one JSON object per line, or CSV (default: ndjson)' },
}
const toOption: ArgsDef = {
  to: { type: 'string', valueHint: 'path', description: 'a new file that only you can read (default: stdout)' },
}

/** The bytes of the export, as they arrive. */
const openExport = async (input: CommandInput): Promise<ReadableStream<Uint8Array>> => {
  const api = await input.admin()
  const params = { query: readRouteQuery(exportedQuery, exported, input) }
  const body = await readData(api.GET('/admin/audit/export', { params, parseAs: 'stream' }))
  if (body) return body as ReadableStream<Uint8Array>
  throw new CommandError('failed', 'the gateway sent an empty response')
}

const exportEntries: Command = {
  summary: 'Export all matching audit entries',
  route: 'GET /admin/audit/export',
  isRemote: true,
  args: { ...buildOptions(exported.query, exportedQuery), ...toOption },
  examples: [
    'patchbay audit export --since 30d --format csv --to audit.csv',
    'patchbay audit export --tenant acme | gzip > acme.gz',
  ],
  async run(input) {
    const { text, terminal } = input
    const body = await openExport(input)
    const path = text('to')
    if (path === undefined) await printStream(body, terminal)
    else terminal.say(`${await saveStream(body, path, terminal)} bytes written to ${path}`)
  },
}

export const audit: CommandGroup = {
  summary: 'The audit log',
  commands: {
    tail,
    search: routeCommand({
      summary: 'Search the audit log, newest first',
      route: 'GET /admin/audit',
      query: { ...filters, ...range, ...pageOptions },
      examples: [
        'patchbay audit search --tenant acme --since 24h --outcome error',
        'patchbay audit search --q "wrong key" --status 4xx',
        'patchbay audit search --request-id my-id --json',
      ],
      shown: { rows: 'entries', columns, none: 'no matching entries' },
    }),
    export: exportEntries,
  },
}

export const changesCommand: Command = routeCommand({
  route: 'GET /admin/changes',
  summary: 'Show what was changed, and by whom',
  description:
    'With --json each change has its members, with their values before and after, and the request that puts it back.',
  query: {
    tenant: filters.tenant,
    'token-id': { description: 'only changes by this admin key, person or token' },
    ...range,
    ...pageOptions,
  },
  examples: ['patchbay changes --since 7d', 'patchbay changes --tenant acme --json'],
  shown: {
    rows: 'changes',
    columns: [column('at', 'at', 'moment'), column('by', 'by.name'), column('change', 'text', 'note')],
    none: 'nothing was changed',
  },
})
