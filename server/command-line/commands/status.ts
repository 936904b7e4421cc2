import type { AdminApi, Json } from '../admin-api.ts'
import { type Command, jsonOption } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { plainJson } from '../plain-text.ts'
import { column, recordLines, tableLines } from '../table.ts'

type Row = Readonly<Record<string, unknown>>

/** The newest snapshot of the job `health-snapshot`; `undefined` before the first. */
const readSnapshot = async (api: AdminApi): Promise<Json | undefined> => {
  try {
    return await api.json('GET', '/admin/system-health')
  } catch (error) {
    if (error instanceof CommandError && error.ending === 'missing') return undefined
    throw error
  }
}

const readAll = async (api: AdminApi) => {
  const [snapshot, statistics, suggestions, jobs] = await Promise.all([
    readSnapshot(api),
    api.json('GET', '/admin/audit/stats'),
    api.json('GET', '/admin/suggestions', { query: { status: 'open' } }),
    api.json('GET', '/admin/crons'),
  ])
  return {
    snapshot: snapshot ?? null,
    last_24h: statistics?.['24h'] as Row,
    suggestions: suggestions?.suggestions as readonly Row[],
    jobs: jobs?.crons as readonly (Row & { readonly last_result: { readonly outcome: string } | null })[],
  }
}

type Status = Awaited<ReturnType<typeof readAll>>

const isInTrouble = ({
  token,
  probe,
}: {
  readonly token?: string
  readonly probe?: { outcome: string } | null
}): boolean => !['valid', 'expiring_soon'].includes(token ?? '') || probe?.outcome === 'error'

const summaryOf = ({ snapshot, last_24h, suggestions, jobs }: Status): Row => ({
  ...snapshot,
  entries: last_24h.total,
  errors: last_24h.errors,
  open: suggestions.length,
  failed: jobs.flatMap(({ name, last_result }) => (last_result?.outcome === 'error' ? [name] : [])),
})

const summary = [
  column('snapshot', 'at', 'moment'),
  column('store ms', 'store_latency_ms.configuration'),
  column('audit ms', 'store_latency_ms.audit'),
  column('memory bytes', 'process.memory_bytes.rss'),
  column('audit entries, 24 h', 'entries'),
  column('errors, 24 h', 'errors'),
  column('failed jobs', 'failed', 'list'),
  column('open suggestions', 'open'),
]

/** So many of them stand in the snapshot. */
const ofSnapshot = 4

const accounts = [
  column('tenant'),
  column('provider'),
  column('account'),
  column('credential', 'token'),
  column('failed probes', 'probe.failures', 'number'),
  column('reason', 'probe.reason'),
]

export const status: Command = {
  summary: 'Show how the gateway is: store, calls, jobs, suggestions, and accounts in trouble',
  description: 'Store and accounts are those of the newest snapshot, which the job health-snapshot makes.',
  isRemote: true,
  args: jsonOption,
  examples: ['patchbay status'],
  async run({ flag, admin, terminal }) {
    const found = await readAll(await admin())
    if (flag('json')) {
      terminal.out(plainJson(found, 2))
      return
    }
    const shown = found.snapshot ? summary : summary.slice(ofSnapshot)
    for (const line of recordLines(shown, summaryOf(found), terminal)) terminal.out(line)
    if (!found.snapshot) {
      terminal.say('store and accounts are not known yet: "patchbay jobs run health-snapshot" looks at them now')
      return
    }
    const troubled = ((found.snapshot.accounts ?? []) as readonly Row[]).filter(isInTrouble)
    if (troubled.length === 0) terminal.say('no account is in trouble')
    else for (const line of ['', ...tableLines(accounts, troubled, terminal)]) terminal.out(line)
  },
}
