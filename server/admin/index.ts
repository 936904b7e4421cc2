import type { Route } from '../http/exchange.ts'
import { type AdminParts, createAdminRouteFactory } from './admin-route.ts'
import { auditRoutes } from './audit.ts'
import { auditExportRoutes } from './audit-export.ts'
import { auditStatisticsRoutes } from './audit-statistics.ts'
import { authRoutes } from './auth.ts'
import { billingRoutes } from './billing.ts'
import { clientRoutes } from './clients.ts'
import { cronRoutes } from './crons.ts'
import { grantRoutes } from './grants.ts'
import { keyRoutes } from './keys.ts'
import { seedRoutes } from './seeds.ts'
import { suggestionRoutes } from './suggestions.ts'
import { systemHealthRoutes } from './system-health.ts'
import { tenantRoutes } from './tenants.ts'
import { tokenRoutes } from './tokens.ts'
import { usageRoutes } from './usage.ts'

export type { AdminParts } from './admin-route.ts'

/** The admin interface, one file a resource. */
export const adminRoutes = (parts: AdminParts): Route[] => {
  const adminRoute = createAdminRouteFactory(parts)
  return [
    tenantRoutes,
    authRoutes,
    keyRoutes,
    tokenRoutes,
    seedRoutes,
    clientRoutes,
    grantRoutes,
    cronRoutes,
    systemHealthRoutes,
    usageRoutes,
    billingRoutes,
    auditRoutes,
    auditStatisticsRoutes,
    auditExportRoutes,
    suggestionRoutes,
  ].flatMap((routes) => routes(adminRoute, parts))
}
