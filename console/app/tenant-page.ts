/** The page of a tenant is loaded with all of its tabs. */
export { TenantAccess } from '../screens/access/access.tsx'
export { TenantUsage } from '../screens/costs/usage.tsx'
export { TenantScreen } from '../screens/tenants/tenant.tsx'
export { TenantAccounts } from '../screens/tenants/tenant-accounts.tsx'
export { TenantLog } from '../screens/tenants/tenant-log.tsx'
export { TenantOverview } from '../screens/tenants/tenant-overview.tsx'
export { TenantSettings } from '../screens/tenants/tenant-settings.tsx'
export { TenantTokensTab } from '../screens/tenants/tenant-tokens.tsx'
