import { GatewayError } from '@patchbay/core/errors'
import Type from 'typebox'
import { readSystemHealth } from '../../../health/system-health.ts'
import { json } from '../../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../../route/admin-route.ts'
import { closed, countSchema, instant, orNull } from '../../route/values/schemas.ts'
import { tokenStates } from '../credentials/json.ts'

const milliseconds = (description?: string) =>
  Type.Number({ minimum: 0, ...(description !== undefined && { description }) })

const probeJson = Type.Object({
  outcome: Type.Enum(['ok', 'error']),
  code: orNull(Type.String()),
  reason: orNull(Type.String(), 'Why it failed'),
  status: Type.Integer({ description: "The provider's HTTP status, or that of `code`" }),
  duration_ms: milliseconds(),
  retry_after: orNull(Type.Number({ description: 'Seconds that the provider asks to wait' })),
  at: instant(),
  failures: countSchema('Failures in a row'),
  next_at: instant('The next probe is not made before this time'),
  version: Type.String({ description: 'The version of the credential that was probed' }),
})

const accountJson = Type.Object({
  tenant: Type.String(),
  provider: Type.String(),
  account: Type.String(),
  token: Type.Enum([...tokenStates, 'missing', 'unreadable'], {
    description: '`missing`: no credential is stored. `unreadable`: no sealing key opens it',
  }),
  probe: orNull(probeJson, 'The last probe'),
})

const latency = orNull(milliseconds(), 'How long a read took; `null`: the read failed')

const healthJson = Type.Object(
  {
    at: instant(),
    store_latency_ms: Type.Object({ configuration: latency, audit: latency }),
    providers: Type.Record(Type.String(), Type.Object({ accounts: countSchema(), failing: countSchema() })),
    accounts: Type.Array(accountJson),
    accounts_left_out: countSchema("How many accounts didn't fit into the snapshot"),
    jobs: Type.Array(Type.Object({ name: Type.String(), lag_ms: Type.Number(), is_running: Type.Boolean() })),
    calls: Type.Object(
      { total: countSchema(), errors: countSchema(), error_rate: Type.Number({ minimum: 0, maximum: 1 }) },
      { description: 'Calls since the previous snapshot, of the process that made this one' },
    ),
    process: Type.Object({
      uptime_s: countSchema(),
      memory_bytes: Type.Object({ rss: countSchema(), heap_used: countSchema() }),
      event_loop_delay_ms: Type.Object({ p50: milliseconds(), p99: milliseconds(), max: milliseconds() }),
    }),
  },
  { title: 'SystemHealth' },
)

const healthQuery = Type.Object(
  {
    accounts: Type.Boolean({ default: true, description: 'Whether to list each account: there may be thousands' }),
  },
  closed,
)

export const systemHealthRoutes: AdminGroup = {
  name: 'System health',
  description: 'The state of the store, the accounts and the jobs.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/system-health',
      action: 'get_system_health',
      summary: 'Read the newest health snapshot',
      description: 'The job `health-snapshot` makes the snapshots, on any gateway.',
      auditTarget: () => ({ tenant: null, key: 'system-health' }),
      answers: { 200: jsonAnswer('The snapshot', healthJson) },
      errors: ['NOT_FOUND'],
      query: healthQuery,
      async handle({ query: { accounts } }, { store }) {
        const snapshot = await readSystemHealth(store.snapshots)
        if (snapshot) return json(accounts ? snapshot : { ...snapshot, accounts: [] })
        throw new GatewayError('NOT_FOUND', 'There is no snapshot yet: the job health-snapshot makes them', {
          next: { route: 'run_one_job', params: { job: 'health-snapshot' } },
        })
      },
    }),
  ],
}
