import { invalid } from '@patchbay/core/errors'
import { allTenants, readAll } from '@patchbay/core/rules'
import { type BillingRecord, type Store, toListTotal } from '@patchbay/core/store'
import { computeCost, sumCosts, type TenantTotal, toMonth } from '@patchbay/core/usage'
import Type from 'typebox'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../route/admin-route.ts'
import { countedPageSchema, countedParameters, readSortedCursor, writeSortedCursor } from '../route/values/cursor.ts'
import { closed, countSchema, orNull, searchText } from '../route/values/schemas.ts'
import { costJson } from './usage.ts'

const orders = ['-amount', 'amount', '-calls', 'calls', '-errors', 'errors', 'tenant', '-tenant'] as const

const query = Type.Object(
  {
    month: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
        errorMessage: 'must be a month, e.g. 2026-11',
        description: 'A calendar month in UTC, e.g. `2026-11`; left out: this one',
      }),
    ),
    q: Type.Optional(searchText('Only tenants whose id or name contains this text')),
    sort: Type.Enum([...orders], {
      default: '-amount',
      description: 'What to sort by; with a `-` before it, the most comes first. Amounts of any currency count alike',
    }),
    ...countedParameters(writeSortedCursor('-amount', '00000000000000010000 acme')),
  },
  closed,
)

const rowJson = Type.Object(
  {
    tenant_id: Type.String(),
    tenant_name: Type.String(),
    plan: orNull(Type.String(), '`null`: the tenant has no billing configuration'),
    calls: countSchema(),
    errors: countSchema(),
    billable_calls: countSchema(),
    cost: orNull(costJson, '`null`: the tenant has no billing configuration'),
  },
  { title: 'TenantCost' },
)

const costsJson = Type.Object(
  {
    month: Type.String(),
    totals: Type.Array(Type.Object({ currency: Type.String(), amount: Type.String() }), {
      description: 'What all tenants pay, by currency',
    }),
    ...countedPageSchema('tenants', rowJson).properties,
  },
  { title: 'Costs' },
)

type Row = Type.Static<typeof rowJson>

const readBilling = async (store: Store): Promise<ReadonlyMap<string, BillingRecord>> => {
  const all = new Map<string, BillingRecord>()
  for await (const { records } of readAll(store, 'billing'))
    for (const record of records) all.set(record.tenant, record)
  return all
}

const noCalls: TenantTotal = { calls: 0, errors: 0, billable: 0 }

/** Every tenant that has called in the month, or has a plan. */
const readRows = async (store: Store, totals: ReadonlyMap<string, TenantTotal>): Promise<readonly Row[]> => {
  const billing = await readBilling(store)
  const rows: Row[] = []
  for await (const { id, name } of allTenants(store)) {
    const [plan, total = noCalls] = [billing.get(id), totals.get(id)]
    if (!plan && total.calls === 0) continue
    rows.push({
      tenant_id: id,
      tenant_name: name,
      plan: plan?.plan ?? null,
      calls: total.calls,
      errors: total.errors,
      billable_calls: total.billable,
      cost: plan ? computeCost(plan, [{ before: 0, during: total.billable }]) : null,
    })
  }
  return rows
}

/** The key that a row is sorted by, as a text. */
const readKey = (row: Row, sort: (typeof orders)[number]): string => {
  const numbers = { amount: Number(row.cost?.amount ?? -1) * 1e4, calls: row.calls, errors: row.errors, tenant: 0 }
  const order = sort.replace('-', '') as keyof typeof numbers
  return `${String(Math.round(numbers[order] + 1e4)).padStart(20, '0')} ${row.tenant_id}`
}

export const costRoutes: AdminGroup = {
  name: 'Costs',
  description: 'What all tenants pay.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/costs',
      action: 'list_costs',
      summary: 'List what each tenant pays for a month',
      description:
        'Tenants that made no call and have no plan are left out. Entries that arrive late for an earlier day of the month may be missing for up to 15 minutes; `GET /admin/usage/<tenant>` has them at once.',
      auditTarget: () => ({ tenant: null, key: 'costs' }),
      query,
      answers: { 200: jsonAnswer('The tenants of a page, and the sums of all', costsJson) },
      async handle({ query: { month, q, sort, cursor, limit, total }, signal }, { store, reports, now }) {
        const wanted = month ?? toMonth(now())
        if (wanted > toMonth(now())) throw invalid('/month', 'must not be in the future')
        const rows = await readRows(store, await reports.monthTotals(wanted, signal))
        const [after] = cursor === undefined ? [] : readSortedCursor(cursor, sort, 1)
        const matchesText = ({ tenant_id, tenant_name }: Row): boolean =>
          q === undefined || [tenant_id, tenant_name].some((text) => text.toLowerCase().includes(q.toLowerCase()))
        const isBefore = (one: string, other: string): boolean => (sort.startsWith('-') ? one > other : one < other)
        const matches = rows.filter(matchesText)
        const sorted = matches
          .map((row) => ({ key: readKey(row, sort), row }))
          .toSorted((one, other) => (isBefore(one.key, other.key) ? -1 : 1))
          .filter(({ key }) => after === undefined || isBefore(after, key))
        const page = sorted.slice(0, limit)
        const last = page.at(-1)
        return json({
          month: wanted,
          totals: sumCosts(rows.flatMap(({ cost }) => cost ?? [])),
          tenants: page.map(({ row }) => row),
          next_cursor: sorted.length > limit && last ? writeSortedCursor(sort, last.key) : null,
          ...(total && { total: toListTotal(matches.length) }),
        })
      },
    }),
  ],
}
