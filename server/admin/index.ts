import type { Route } from '../exchange.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes } from './auth.ts'
import { type AdminParts, createGate } from './gate.ts'
import { seedRoutes } from './seeds.ts'
import { tenantRoutes } from './tenants.ts'
import { tokenRoutes } from './tokens.ts'

export type { AdminParts } from './gate.ts'

/** The admin interface (specification, section 4.3), one file a resource. */
export const adminRoutes = (parts: AdminParts): Route[] => {
  const gate = createGate(parts)
  return [tenantRoutes, authRoutes, tokenRoutes, seedRoutes, auditRoutes].flatMap((routes) => routes(gate, parts))
}
