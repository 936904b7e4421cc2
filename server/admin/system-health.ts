import { GatewayError } from '@patchbay/core/errors'
import { readSystemHealth } from '../health/system-health.ts'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'

/** `GET /admin/system-health`: the newest snapshot of the job `health-snapshot`, which any gateway may have made. */
export const systemHealthRoutes = (adminRoute: AdminRouteFactory, { store }: AdminParts): Route[] => [
  adminRoute({
    method: 'GET',
    path: '/admin/system-health',
    action: 'get_system_health',
    auditTarget: () => ({ tenant: null, key: 'system-health' }),
    async handle() {
      const snapshot = await readSystemHealth(store.snapshots)
      if (snapshot) return json(snapshot)
      throw new GatewayError(
        'NOT_FOUND',
        'There is no snapshot yet; the job health-snapshot makes them, see GET /admin/crons',
      )
    },
  }),
]
