import { showJson } from '@patchbay/core/shown-text'
import { type AdminApi, readData, type Schemas, unlessMissing } from '../api/admin-api.ts'
import { type Command, jsonOption, wideOption } from '../program/command.ts'
import { calledAs } from '../terminal/called-as.ts'
import { column } from '../terminal/column.ts'
import { recordLines, showTable } from '../terminal/table.ts'

/** The most entries that a page holds. */
const most = 1000

/** More accounts in trouble than these are a matter of `accounts list`. */
const mostAccounts = 10

const readAll = async (api: AdminApi) => {
  const [snapshot = null, statistics, suggestions, counts, jobs, unknown, waiting] = await Promise.all([
    // The newest of the job `health-snapshot`.
    unlessMissing(readData(api.GET('/admin/system-health'))),
    readData(api.GET('/admin/audit/stats')),
    readData(api.GET('/admin/suggestions', { params: { query: { status: 'open', limit: most } } })),
    readData(api.GET('/admin/suggestions/counts')),
    readData(api.GET('/admin/crons')),
    readData(api.GET('/admin/calls', { params: { query: { outcome: 'unknown', limit: most } } })),
    readData(api.GET('/admin/approvals', { params: { query: { state: 'waiting', limit: 1 } } })),
  ])
  return {
    snapshot,
    last_24h: statistics['24h'],
    suggestions: suggestions.suggestions,
    open_suggestions: counts.counts.reduce((sum, { suggestions: count }) => sum + count, 0),
    jobs: jobs.crons,
    unknown_writes: unknown.calls.length,
    waiting_approvals: waiting.waiting,
  }
}

type Status = Awaited<ReturnType<typeof readAll>>

type Account = Schemas['SystemHealth']['accounts'][number]

const isInTrouble = ({ token, probe }: Account): boolean =>
  !['valid', 'expiring_soon'].includes(token ?? '') || probe?.outcome === 'error'

const listFailedJobs = ({ jobs }: Status): string[] =>
  jobs.flatMap(({ name, last_result }) => (last_result?.outcome === 'error' ? [name] : []))

const amount = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`

/** The problems that need a person, each in a sentence with the command that shows it. */
const listProblems = (status: Status): readonly string[] => {
  const { snapshot, open_suggestions, unknown_writes, waiting_approvals } = status
  const accounts = snapshot?.accounts.filter(isInTrouble).length ?? 0
  const failed = listFailedJobs(status)
  const problems: readonly (readonly [count: number, text: string, command: string])[] = [
    [accounts, amount(accounts, 'account does not work', 'accounts do not work'), 'accounts list'],
    [failed.length, `${amount(failed.length, 'job', 'jobs')} failed: ${failed.join(', ')}`, 'jobs list'],
    [
      unknown_writes,
      amount(unknown_writes, 'write of which nobody knows the outcome', 'writes of which nobody knows the outcome'),
      'calls --unknown',
    ],
    [
      waiting_approvals,
      amount(waiting_approvals, 'call waits for approval', 'calls wait for approval'),
      'approvals list --state waiting',
    ],
    [open_suggestions, amount(open_suggestions, 'open suggestion', 'open suggestions'), 'suggestions list'],
  ]
  return problems.flatMap(([count, text, command]) => (count > 0 ? [`${text} (${calledAs} ${command})`] : []))
}

const summarizeStatus = (status: Status) => ({
  entries: status.last_24h.total,
  errors: status.last_24h.errors,
  failed: listFailedJobs(status),
  open: status.open_suggestions,
  memory: Math.round((status.snapshot?.process.memory_bytes.rss ?? 0) / 2 ** 20),
})

const ofSnapshot = [
  column('snapshot', 'at', 'moment'),
  column('store ms', 'store_latency_ms.configuration'),
  column('audit ms', 'store_latency_ms.audit'),
  column('memory MiB', 'memory'),
]

const summary = [
  column('audit entries, 24 h', 'entries'),
  column('errors, 24 h', 'errors'),
  column('failed jobs', 'failed', 'list'),
  column('open suggestions', 'open'),
]

const accounts = [
  column('tenant', 'tenant', 'id'),
  column('provider', 'provider', 'id'),
  column('account', 'account', 'id'),
  column('credential', 'token', 'state'),
  column('failed probes', 'probe.failures', 'number'),
  column('reason', 'probe.reason', 'note'),
]

export const status: Command = {
  summary: 'Show the state of the gateway: store, calls, jobs, suggestions, and accounts that need attention',
  description:
    'The first line says whether anything needs somebody. The store and accounts are from the newest snapshot, which the job health-snapshot takes.',
  isRemote: true,
  args: { ...jsonOption, ...wideOption },
  examples: ['patchbay status'],
  async run({ flag, admin, terminal }) {
    const found = await readAll(await admin())
    const problems = listProblems(found)
    if (flag('json')) {
      terminal.out(showJson({ verdict: problems.length === 0 ? 'ok' : 'attention', problems, ...found }, 2))
      return
    }
    if (problems.length === 0) terminal.out(terminal.paint('good', 'ok: nothing needs attention'))
    else {
      terminal.out(terminal.paint('bad', 'attention:'))
      for (const problem of problems) terminal.out(`  ${problem}`)
    }
    terminal.out('')
    const { snapshot } = found
    const lines = snapshot
      ? recordLines([...ofSnapshot, ...summary], { ...snapshot, ...summarizeStatus(found) }, terminal)
      : recordLines(summary, summarizeStatus(found), terminal)
    for (const line of lines) terminal.out(line)
    if (!snapshot) {
      terminal.say(`no snapshot yet; take one: ${calledAs} jobs run health-snapshot`)
      return
    }
    const troubled = snapshot.accounts.filter(isInTrouble)
    if (troubled.length === 0) return
    terminal.out('')
    showTable(accounts, troubled.slice(0, mostAccounts), terminal)
    const others = troubled.length - mostAccounts
    if (others > 0) terminal.out(`and ${others.toLocaleString('en')} more: ${calledAs} accounts list`)
  },
}
