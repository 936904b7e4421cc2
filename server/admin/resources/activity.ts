import { addUsage, type DayTotal, dayAfter, noUsage, summarizeCells, toDay, type UsageSum } from '@patchbay/core/usage'
import Type from 'typebox'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../route/admin-route.ts'
import { closed, providerId } from '../route/values/schemas.ts'
import { summaryJson } from './usage.ts'

const query = Type.Object(
  {
    days: Type.Integer({ minimum: 1, maximum: 60, default: 14, description: 'How many days (UTC), today included' }),
    provider: Type.Optional(providerId('Only calls to this provider')),
  },
  closed,
)

const day = Type.String({ format: 'date' })

const activityJson = Type.Object(
  {
    days: Type.Array(Type.Object({ day, ...summaryJson.properties }), { description: 'Oldest first' }),
    providers: Type.Array(
      Type.Object({
        provider: Type.String(),
        ...summaryJson.properties,
        days: Type.Array(Type.Object({ day, ...summaryJson.properties }), { description: 'Oldest first' }),
      }),
      { description: 'Most calls first' },
    ),
    actions: Type.Array(Type.Object({ provider: Type.String(), action: Type.String(), ...summaryJson.properties }), {
      description: 'The slowest first, by their p95; at most 100, each with at least 10 calls',
    }),
  },
  { title: 'Activity' },
)

const mostActions = 100
/** Fewer calls say little of how slow an action is. */
const leastCalls = 10

const sumAll = (sums: readonly UsageSum[]): UsageSum => {
  const all = noUsage()
  for (const sum of sums) addUsage(all, sum)
  return all
}

const sumDays = (days: readonly DayTotal[], provider?: string) =>
  days.map(({ day: name, actions }) => ({
    day: name,
    ...summarizeCells(actions.filter((action) => provider === undefined || action.provider === provider)),
  }))

const summarize = (days: readonly DayTotal[]) => {
  const all = days.flatMap(({ actions }) => actions)
  const providers = [...Map.groupBy(all, ({ provider }) => provider)].map(([provider, sums]) => ({
    provider,
    ...summarizeCells(sums),
    days: sumDays(days, provider),
  }))
  const actions = [...Map.groupBy(all, ({ provider, action }) => `${provider}\n${action ?? ''}`)].flatMap(
    ([name, sums]) => {
      const [provider = '', action = ''] = name.split('\n')
      const sum = sumAll(sums)
      return action === '' || sum.calls < leastCalls ? [] : [{ provider, action, ...summarizeCells([sum]) }]
    },
  )
  return {
    days: sumDays(days),
    providers: providers.toSorted((one, other) => other.calls - one.calls),
    actions: actions.toSorted((one, other) => other.latency_ms.p95 - one.latency_ms.p95).slice(0, mostActions),
  }
}

export const activityRoutes: AdminGroup = {
  name: 'Activity',
  description: 'The calls of all tenants in sums.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/activity',
      action: 'get_activity',
      summary: 'Read the calls of all tenants by day, provider and action',
      auditTarget: () => ({ tenant: null, key: 'activity' }),
      query,
      answers: { 200: jsonAnswer('The sums', activityJson) },
      async handle({ query: { days, provider }, signal }, { reports, now }) {
        const end = dayAfter(toDay(now()))
        const totals = await reports.dayTotals({ first: dayAfter(end, -days), end }, signal)
        const wanted = totals.map((total) => ({
          ...total,
          actions: total.actions.filter((action) => provider === undefined || action.provider === provider),
        }))
        return json(summarize(wanted))
      },
    }),
  ],
}
