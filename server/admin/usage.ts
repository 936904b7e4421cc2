import { invalid } from '@patchbay/core/errors'
import {
  billableIn,
  costOf,
  dayAfter,
  dayOf,
  monthOf,
  readUsage,
  summarize,
  type UsageDay,
  usageDays,
} from '@patchbay/core/usage'
import Type from 'typebox'
import { IsDate } from 'typebox/format'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'
import { tenantNotFound } from './tenants.ts'

const usageQuery = Type.Object(
  { from: Type.Optional(Type.String()), to: Type.Optional(Type.String()) },
  { additionalProperties: false },
)

const checkDay = (name: string, day: string): string => {
  if (!IsDate(day)) throw invalid(`/${name}`, 'must be a day in UTC, e.g. 2026-11-20')
  return day
}

/** The first and the last day of the period; by default this calendar month. */
const periodOf = (query: Type.Static<typeof usageQuery>, now: Date): { from: string; to: string } => {
  const from = checkDay('from', query.from ?? `${monthOf(now)}-01`)
  const to = checkDay('to', query.to ?? dayOf(now))
  if (from > to) throw invalid('/to', `must not be before ${from}`)
  if (dayAfter(from, usageDays) < to) throw invalid('/from', `must not be more than ${usageDays} days before ${to}`)
  return { from, to }
}

/** The billable calls of each month that the period touches, counted from the month's first day. */
const monthsOf = (days: readonly UsageDay[], from: string) =>
  [...Map.groupBy(days, ({ day }) => day.slice(0, 7)).values()].map((month) => ({
    before: billableIn(month.filter(({ day }) => day < from)),
    during: billableIn(month.filter(({ day }) => day >= from)),
  }))

/** `GET /admin/usage/<tenant>`: a tenant's calls in sums, and what they cost. */
export const usageRoutes = (adminRoute: AdminRouteFactory, { store, now = () => new Date() }: AdminParts): Route[] => [
  adminRoute({
    method: 'GET',
    path: '/admin/usage/:tenant',
    action: 'get_usage',
    auditTarget: ({ tenant }) => ({ tenant, key: `usage/${tenant}` }),
    query: usageQuery,
    async handle({ params: { tenant }, query }) {
      const { from, to } = periodOf(query, now())
      if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
      const billing = await store.billing.get(tenant)
      const days = await readUsage(store, tenant, `${from.slice(0, 7)}-01`, dayAfter(to))
      return json({
        tenant_id: tenant,
        from,
        to,
        ...summarize(days.filter(({ day }) => day >= from)),
        cost: billing ? costOf(billing, monthsOf(days, from)) : null,
      })
    },
  }),
]
