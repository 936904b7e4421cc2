import type { Command } from '../command.ts'
import { jsonOption } from '../command.ts'
import { plainJson } from '../plain-text.ts'
import { column, recordLines, tableLines } from '../table.ts'

type Sums = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const numbers = [
  column('calls', 'calls', 'number'),
  column('errors', 'errors', 'number'),
  column('cache hits', 'cache_hits', 'number'),
  column('bytes', 'bytes', 'number'),
  column('p50 ms', 'latency_ms.p50', 'number'),
  column('p95 ms', 'latency_ms.p95', 'number'),
]

const bill = [column('amount'), column('currency'), column('billable calls'), column('included calls')]

export const usage: Command = {
  summary: "Show a tenant's usage and cost",
  route: 'GET /admin/usage/{tenant}',
  isRemote: true,
  args: {
    tenant: { type: 'positional', description: "the tenant's id" },
    from: { type: 'string', valueHint: 'day', description: 'the first day in UTC (the first of this month)' },
    to: { type: 'string', valueHint: 'day', description: 'the last day in UTC (today)' },
    by: { type: 'enum', options: ['provider', 'action', 'day'], description: 'what the table is about (action)' },
    ...jsonOption,
  },
  examples: ['patchbay usage acme', 'patchbay usage acme --from 2026-11-01 --to 2026-11-30 --by day'],
  async run({ required, text, flag, admin, terminal }) {
    const api = await admin()
    const query = { from: text('from'), to: text('to') }
    const answer = (await api.json('GET', `/admin/usage/${encodeURIComponent(required('tenant'))}`, { query })) ?? {}
    if (flag('json')) {
      terminal.out(plainJson(answer, 2))
      return
    }
    const by = text('by') ?? 'action'
    const rows = Object.entries(answer[`by_${by}`] as Sums).map(([name, sums]) => ({ name, ...sums }))
    const total = { name: 'all', ...(answer.totals as object) }
    for (const line of tableLines([column(by, 'name'), ...numbers], [...rows, total], terminal)) terminal.out(line)
    terminal.out('')
    if (answer.cost === null) terminal.say('the tenant has no billing configuration, and so no bill')
    else for (const line of recordLines(bill, answer.cost as object as Sums, terminal)) terminal.out(line)
  },
}
