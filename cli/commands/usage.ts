import { showJson } from '@patchbay/core/shown-text'
import { readData } from '../api/admin-api.ts'
import { onlyDefined } from '../only-defined.ts'
import { type Command, jsonOption, wideOption } from '../program/command.ts'
import { column } from '../terminal/column.ts'
import { recordLines, showTable } from '../terminal/table.ts'

const numbers = [
  column('calls', 'calls', 'number'),
  column('errors', 'errors', 'number'),
  column('cache hits', 'cache_hits', 'number'),
  column('bytes', 'bytes', 'number'),
  column('p50 ms', 'latency_ms.p50', 'number'),
  column('p95 ms', 'latency_ms.p95', 'number'),
]

const bill = [column('amount'), column('currency'), column('billable calls'), column('included calls')]

const tables = ['provider', 'action', 'day'] as const

export const usage: Command = {
  summary: "Show a tenant's usage and cost",
  route: 'GET /admin/usage/{tenant}',
  isRemote: true,
  args: {
    tenant: { type: 'positional', description: "the tenant's id" },
    from: { type: 'string', valueHint: 'day', description: 'the first day, in UTC (default: the first of this month)' },
    to: { type: 'string', valueHint: 'day', description: 'the last day, in UTC (default: today)' },
    by: { type: 'enum', options: [...tables], description: 'how to group the rows (default: action)' },
    ...jsonOption,
    ...wideOption,
  },
  examples: ['patchbay usage acme', 'patchbay usage acme --from 2026-11-01 --to 2026-11-30 --by day'],
  async run({ required, text, flag, admin, terminal }) {
    const api = await admin()
    const params = { path: { tenant: required('tenant') }, query: onlyDefined({ from: text('from'), to: text('to') }) }
    const answer = await readData(api.GET('/admin/usage/{tenant}', { params }))
    if (flag('json')) {
      terminal.out(showJson(answer, 2))
      return
    }
    const by = (text('by') ?? 'action') as (typeof tables)[number]
    const rows = Object.entries(answer[`by_${by}`]).map(([name, sums]) => ({ name, ...sums }))
    const total = { name: 'all', ...answer.totals }
    showTable([column(by, 'name', 'id'), ...numbers], [...rows, total], terminal)
    terminal.out('')
    if (answer.cost === null) terminal.say('no bill: the tenant has no billing plan')
    else for (const line of recordLines(bill, answer.cost, terminal)) terminal.out(line)
  },
}
