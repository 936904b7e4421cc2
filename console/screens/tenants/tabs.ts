/** The page of a tenant is loaded with all of its tabs. */
export { TenantAccess } from '../access/access.tsx'
export { TenantUsage } from '../costs/usage.tsx'
export { TenantScreen } from './tenant.tsx'
export { TenantAccounts } from './tenant-accounts.tsx'
export { TenantLog } from './tenant-log.tsx'
export { TenantOverview } from './tenant-overview.tsx'
export { TenantSettings } from './tenant-settings.tsx'
export { TenantTokensTab } from './tenant-tokens.tsx'
