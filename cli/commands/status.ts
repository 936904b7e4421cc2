import { showJson } from '@patchbay/core/shown-text'
import { type AdminApi, readData, type Schemas, unlessMissing } from '../api/admin-api.ts'
import { type Command, jsonOption } from '../program/command.ts'
import { column, recordLines, tableLines } from '../terminal/table.ts'

const readAll = async (api: AdminApi) => {
  const [snapshot = null, statistics, suggestions, jobs] = await Promise.all([
    // The newest of the job `health-snapshot`.
    unlessMissing(readData(api.GET('/admin/system-health'))),
    readData(api.GET('/admin/audit/stats')),
    readData(api.GET('/admin/suggestions', { params: { query: { status: 'open' } } })),
    readData(api.GET('/admin/crons')),
  ])
  return { snapshot, last_24h: statistics['24h'], suggestions: suggestions.suggestions, jobs: jobs.crons }
}

type Status = Awaited<ReturnType<typeof readAll>>

type Account = Schemas['SystemHealth']['accounts'][number]

const isInTrouble = ({ token, probe }: Account): boolean =>
  !['valid', 'expiring_soon'].includes(token ?? '') || probe?.outcome === 'error'

const summarizeStatus = ({ last_24h, suggestions, jobs }: Status) => ({
  entries: last_24h.total,
  errors: last_24h.errors,
  failed: jobs.flatMap(({ name, last_result }) => (last_result?.outcome === 'error' ? [name] : [])),
  open: suggestions.length,
})

const ofSnapshot = [
  column('snapshot', 'at', 'moment'),
  column('store ms', 'store_latency_ms.configuration'),
  column('audit ms', 'store_latency_ms.audit'),
  column('memory bytes', 'process.memory_bytes.rss'),
]

const summary = [
  column('audit entries, 24 h', 'entries'),
  column('errors, 24 h', 'errors'),
  column('failed jobs', 'failed', 'list'),
  column('open suggestions', 'open'),
]

const accounts = [
  column('tenant'),
  column('provider'),
  column('account'),
  column('credential', 'token'),
  column('failed probes', 'probe.failures', 'number'),
  column('reason', 'probe.reason'),
]

export const status: Command = {
  summary: 'Show the state of the gateway: store, calls, jobs, suggestions, and accounts that need attention',
  description: 'The store and accounts are from the newest snapshot, which the job health-snapshot takes.',
  isRemote: true,
  args: jsonOption,
  examples: ['patchbay status'],
  async run({ flag, admin, terminal }) {
    const found = await readAll(await admin())
    if (flag('json')) {
      terminal.out(showJson(found, 2))
      return
    }
    const { snapshot } = found
    const lines = snapshot
      ? recordLines([...ofSnapshot, ...summary], { ...snapshot, ...summarizeStatus(found) }, terminal)
      : recordLines(summary, summarizeStatus(found), terminal)
    for (const line of lines) terminal.out(line)
    if (!snapshot) {
      terminal.say('no snapshot of the store and accounts yet: take one with "patchbay jobs run health-snapshot"')
      return
    }
    const troubled = snapshot.accounts.filter(isInTrouble)
    if (troubled.length === 0) terminal.say('no account needs attention')
    else for (const line of ['', ...tableLines(accounts, troubled, terminal)]) terminal.out(line)
  },
}
