import { invalid } from '@patchbay/core/errors'
import { computeCost, dayAfter, toDay, toMonth, usageDays } from '@patchbay/core/usage'
import Type from 'typebox'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../route/admin-route.ts'
import { closed, countSchema, orNull } from '../route/values/schemas.ts'
import { tenantNotFound } from './tenants/not-found.ts'

const day = (description: string) =>
  Type.Optional(Type.String({ format: 'date', errorMessage: 'must be a day in UTC, e.g. 2026-11-20', description }))

const usageQuery = Type.Object(
  {
    from: day('The first day in UTC, e.g. `2026-11-01`; left out: the first of this month'),
    to: day('The last day in UTC; left out: today'),
  },
  closed,
)

export const summaryJson = Type.Object(
  {
    calls: countSchema(),
    errors: countSchema(),
    cache_hits: countSchema(),
    bytes: countSchema('Size of the answers to callers'),
    latency_ms: Type.Object({ p50: Type.Number(), p95: Type.Number() }),
  },
  { title: 'UsageSummary' },
)

export const costJson = Type.Object({
  currency: Type.String(),
  billable_calls: countSchema(),
  included_calls: countSchema('A month'),
  amount: Type.String({ description: "A decimal number in the currency's major unit" }),
})

const usageJson = Type.Object(
  {
    tenant_id: Type.String(),
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    totals: summaryJson,
    by_provider: Type.Record(Type.String(), summaryJson),
    by_action: Type.Record(Type.String(), summaryJson),
    by_day: Type.Record(Type.String(), summaryJson),
    cost: orNull(costJson, '`null`: the tenant has no billing configuration'),
  },
  { title: 'Usage' },
)

/** The first and the last day of the period; by default this calendar month. */
const readPeriod = (query: Type.Static<typeof usageQuery>, now: Date): { from: string; to: string } => {
  const from = query.from ?? `${toMonth(now)}-01`
  const to = query.to ?? toDay(now)
  if (from > to) throw invalid('/to', `must not be before ${from}`)
  if (dayAfter(from, usageDays) < to) throw invalid('/from', `must not be more than ${usageDays} days before ${to}`)
  return { from, to }
}

export const usageRoutes: AdminGroup = {
  name: 'Usage',
  description: "A tenant's calls in sums, and what they cost.",
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/usage/:tenant',
      action: 'get_usage',
      summary: "Read a tenant's usage and cost",
      auditTarget: ({ tenant }) => ({ tenant, key: `usage/${tenant}` }),
      query: usageQuery,
      answers: { 200: jsonAnswer('The sums of the period', usageJson) },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ params: { tenant }, query, signal }, { store, reports, now }) {
        const { from, to } = readPeriod(query, now())
        if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        const billing = await store.billing.get(tenant)
        const { months, ...summaries } = await reports.usage({ tenant, from, to }, signal)
        return json({
          tenant_id: tenant,
          from,
          to,
          ...summaries,
          cost: billing ? computeCost(billing, months) : null,
        })
      },
    }),
  ],
}
