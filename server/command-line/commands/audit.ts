import type { ArgsDef } from 'citty'
import type { AdminApi, Json, Query } from '../admin-api.ts'
import type { Command, CommandGroup, CommandInput } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { plainJson } from '../plain-text.ts'
import { pageOptions, parameterOf, routeCommand } from '../route-command.ts'
import { printStream, saveStream } from '../streams.ts'
import { column, tableLines } from '../table.ts'
import type { Terminal } from '../terminal.ts'

const pollMs = 2000
/** Entries of other gateways may come this much later than ones that are newer. */
const lateMs = 60_000

const filters = {
  tenant: { type: 'string', description: 'of this tenant' },
  action: { type: 'string', description: "a provider's action, or an admin change such as put_tenant" },
  source: { type: 'enum', options: ['rest', 'mcp', 'admin', 'oauth', 'job'], description: 'where it came from' },
  key: { type: 'string', description: 'what it is about, e.g. hubspot/main' },
  code: { type: 'string', description: 'the error code' },
  outcome: { type: 'enum', options: ['ok', 'error'], description: 'how it ended' },
  'request-id': { type: 'string', description: "the answer's x-request-id" },
  'token-id': { type: 'string', description: 'the token or admin key' },
} as const satisfies ArgsDef

const range = {
  since: { type: 'string', valueHint: 'when', description: 'a span (30m, 24h, 7d), ISO 8601 or Unix seconds' },
  until: { type: 'string', valueHint: 'when', description: 'likewise' },
} as const satisfies ArgsDef

const columns = [
  column('at', 'at', 'moment'),
  column('tenant'),
  column('source'),
  column('action'),
  column('key'),
  column('status', 'status', 'number'),
  column('code'),
  column('ms', 'duration_ms', 'number'),
  column('token', 'token_id'),
  column('reason'),
]

type Entry = Readonly<Record<string, unknown>> & { readonly id: string; readonly action: string }

const filtersOf = ({ text }: CommandInput): Query =>
  Object.fromEntries(Object.keys(filters).map((name) => [parameterOf(name), text(name)]))

/** Entries since a time, oldest first, page by page; without those of reading the audit log, which tailing makes itself. */
const entriesSince = async (api: AdminApi, query: Query): Promise<readonly Entry[]> => {
  const found: Entry[] = []
  for (let cursor: string | undefined; ; ) {
    const page: Json = (await api.json('GET', '/admin/audit', { query: { ...query, limit: '1000', cursor } })) ?? {}
    found.push(...(page.entries as readonly Entry[]))
    if (typeof page.next_cursor !== 'string') break
    cursor = page.next_cursor
  }
  return found.filter(({ action }) => action !== 'query_audit').toReversed()
}

const showEntries = (entries: readonly Entry[], isJson: boolean, isFirst: boolean, terminal: Terminal): void => {
  if (entries.length === 0) return
  if (isJson) for (const entry of entries) terminal.out(plainJson(entry))
  else
    for (const line of tableLines(columns, entries, { ...terminal, isPerson: false }).slice(isFirst ? 0 : 1))
      terminal.out(line)
}

const tail: Command = {
  summary: 'Show audit entries as they are written, until Ctrl-C',
  description: 'Begins with those of the last minute. Its own reading of the log, which is audited too, is left out.',
  route: 'GET /admin/audit',
  isRemote: true,
  args: { ...filters, json: { type: 'boolean', description: 'print one JSON object a line' } },
  examples: ['patchbay audit tail', 'patchbay audit tail --tenant acme --outcome error'],
  async run(input) {
    const api = await input.admin()
    const query = filtersOf(input)
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

const exportEntries: Command = {
  summary: 'Export all audit entries that match',
  route: 'GET /admin/audit/export',
  isRemote: true,
  args: {
    ...filters,
    ...range,
    format: { type: 'enum', options: ['ndjson', 'csv'], description: 'one JSON object a line, or CSV (ndjson)' },
    to: { type: 'string', valueHint: 'path', description: 'a new file, readable by you alone; else stdout' },
  },
  examples: [
    'patchbay audit export --since 30d --format csv --to audit.csv',
    'patchbay audit export --tenant acme | gzip > acme.gz',
  ],
  async run(input) {
    const { text, terminal } = input
    const api = await input.admin()
    const query = { ...filtersOf(input), since: text('since'), until: text('until'), format: text('format') }
    const { body } = await api.send('GET', '/admin/audit/export', { query })
    if (!body) throw new CommandError('failed', 'the gateway answered nothing')
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
        'patchbay audit search --request-id my-id --json',
      ],
      shown: { rows: 'entries', columns, none: 'no entry matches' },
    }),
    export: exportEntries,
  },
}
