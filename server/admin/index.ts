import type { Route } from '../http/exchange.ts'
import type { AdminGroup, AdminParts } from './admin-route.ts'
import { appRoutes } from './apps.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes } from './auth.ts'
import { backupRoutes } from './backup.ts'
import { billingRoutes } from './billing.ts'
import { clientRoutes } from './clients.ts'
import { connectLinkRoutes } from './connect.ts'
import { cronRoutes } from './crons.ts'
import { grantRoutes } from './grants.ts'
import { keyRoutes } from './keys.ts'
import { mountAdminRoutes } from './mount.ts'
import { policyRoutes } from './policies.ts'
import { providerRoutes } from './providers.ts'
import { seedRoutes } from './seeds.ts'
import { sessionRoutes } from './sessions.ts'
import { settingsRoutes } from './settings.ts'
import { suggestionRoutes } from './suggestions.ts'
import { systemHealthRoutes } from './system-health.ts'
import { tenantRoutes } from './tenants.ts'
import { tokenRoutes } from './tokens.ts'
import { usageRoutes } from './usage.ts'
import { webhookRoutes } from './webhooks.ts'

export {
  type AdminAnswer,
  type AdminGroup,
  type AdminParts,
  type AnyAdminRoute,
  errorsOf,
  leastRole,
} from './admin-route.ts'
export { pathSchemas } from './path-params.ts'

/** The admin API, one file a resource, in the order of the reference. */
export const adminGroups: readonly AdminGroup[] = [
  tenantRoutes,
  authRoutes,
  tokenRoutes,
  seedRoutes,
  appRoutes,
  connectLinkRoutes,
  clientRoutes,
  grantRoutes,
  policyRoutes,
  keyRoutes,
  sessionRoutes,
  providerRoutes,
  usageRoutes,
  billingRoutes,
  auditRoutes,
  suggestionRoutes,
  webhookRoutes,
  cronRoutes,
  systemHealthRoutes,
  settingsRoutes,
  backupRoutes,
]

/** Its HTTP routes. */
export const adminRoutes = (parts: AdminParts): Route[] =>
  mountAdminRoutes(
    adminGroups.flatMap(({ routes }) => routes),
    parts,
  )
