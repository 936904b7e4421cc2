import type { Route } from '../exchange.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes } from './auth.ts'
import { clientRoutes } from './clients.ts'
import { cronRoutes } from './crons.ts'
import { type AdminParts, createGate } from './gate.ts'
import { grantRoutes } from './grants.ts'
import { seedRoutes } from './seeds.ts'
import { systemHealthRoutes } from './system-health.ts'
import { tenantRoutes } from './tenants.ts'
import { tokenRoutes } from './tokens.ts'

export type { AdminParts } from './gate.ts'

/** The admin interface (specification, section 4.3), one file a resource. */
export const adminRoutes = (parts: AdminParts): Route[] => {
  const gate = createGate(parts)
  return [
    tenantRoutes,
    authRoutes,
    tokenRoutes,
    seedRoutes,
    clientRoutes,
    grantRoutes,
    auditRoutes,
    cronRoutes,
    systemHealthRoutes,
  ].flatMap((routes) => routes(gate, parts))
}
