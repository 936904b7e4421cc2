import { readStatistics } from '@patchbay/core/usage'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, Gate } from './gate.ts'

/** `GET /admin/audit/stats`: what the audit log comes to, from its roll-ups. */
export const auditStatisticsRoutes = (gate: Gate, { store, now = () => new Date() }: AdminParts): Route[] => [
  gate({
    method: 'GET',
    path: '/admin/audit/stats',
    action: 'get_audit_stats',
    about: () => ({ tenant: null, key: 'audit/stats' }),
    handle: async () => json(await readStatistics(store, now())),
  }),
]
