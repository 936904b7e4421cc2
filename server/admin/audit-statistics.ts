import { readStatistics } from '@patchbay/core/usage'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'

/** `GET /admin/audit/stats`: sums over the audit log, from its roll-ups. */
export const auditStatisticsRoutes = (
  adminRoute: AdminRouteFactory,
  { store, now = () => new Date() }: AdminParts,
): Route[] => [
  adminRoute({
    method: 'GET',
    path: '/admin/audit/stats',
    action: 'get_audit_stats',
    auditTarget: () => ({ tenant: null, key: 'audit/stats' }),
    handle: async () => json(await readStatistics(store, now())),
  }),
]
