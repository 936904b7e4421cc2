import type { HttpRoute } from '../http/exchange.ts'
import { accountRoutes } from './resources/accounts/routes.ts'
import { activityRoutes } from './resources/activity.ts'
import { keyRoutes } from './resources/admin-keys.ts'
import { approvalRoutes } from './resources/approvals/routes.ts'
import { auditRoutes } from './resources/audit/routes.ts'
import { billingRoutes } from './resources/billing.ts'
import { reportChange } from './resources/changes/report-change.ts'
import { changeRoutes } from './resources/changes/routes.ts'
import { connectLinkRoutes } from './resources/connect-links/routes.ts'
import { costRoutes } from './resources/costs.ts'
import { tokenRoutes } from './resources/credentials/routes.ts'
import { storedFileRoutes } from './resources/files.ts'
import { grantRoutes } from './resources/grants.ts'
import { clientRoutes } from './resources/oauth-applications.ts'
import { policyRoutes } from './resources/policies.ts'
import { providerRoutes } from './resources/providers.ts'
import { runCallRoutes } from './resources/run-call.ts'
import { seedRoutes } from './resources/seeds/routes.ts'
import { sessionRoutes } from './resources/sessions.ts'
import { suggestionRoutes } from './resources/suggestions.ts'
import { backupRoutes } from './resources/system/backup.ts'
import { systemHealthRoutes } from './resources/system/health.ts'
import { cronRoutes } from './resources/system/jobs.ts'
import { settingsRoutes } from './resources/system/settings.ts'
import { tenantTokenRoutes } from './resources/tenant-tokens/routes.ts'
import { tenantRoutes } from './resources/tenants/routes.ts'
import { tokenLinkRoutes } from './resources/token-links/routes.ts'
import { usageRoutes } from './resources/usage.ts'
import { vendorApplicationRoutes } from './resources/vendor-applications/routes.ts'
import { webhookRoutes } from './resources/webhooks.ts'
import type { AdminGroup, AdminParts } from './route/admin-route.ts'
import { mountAdminRoutes } from './route/mount.ts'

export {
  type AdminAnswer,
  type AdminGroup,
  type AdminParts,
  type AnyAdminRoute,
  leastRole,
  listErrorCodes,
  listRoles,
} from './route/admin-route.ts'
export { etagsPattern } from './route/preconditions.ts'
export { pathSchemas } from './route/values/path-params.ts'

/** The admin API, one file a resource, in the order of the reference. */
export const adminGroups: readonly AdminGroup[] = [
  tenantRoutes,
  accountRoutes,
  tenantTokenRoutes,
  tokenLinkRoutes,
  tokenRoutes,
  seedRoutes,
  vendorApplicationRoutes,
  connectLinkRoutes,
  clientRoutes,
  grantRoutes,
  storedFileRoutes,
  policyRoutes,
  approvalRoutes,
  keyRoutes,
  sessionRoutes,
  providerRoutes,
  runCallRoutes,
  usageRoutes,
  costRoutes,
  activityRoutes,
  billingRoutes,
  auditRoutes,
  changeRoutes,
  suggestionRoutes,
  webhookRoutes,
  cronRoutes,
  systemHealthRoutes,
  settingsRoutes,
  backupRoutes,
]

/** Its HTTP routes. */
export const adminRoutes = (parts: AdminParts): HttpRoute[] =>
  mountAdminRoutes(
    adminGroups.flatMap(({ routes }) => routes),
    parts,
    reportChange(parts),
  )
