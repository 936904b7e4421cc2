import { type ConnectLink, newTenantOptions, type TenantRecord } from '../store/index.ts'

/** The tenant that a link makes, before it has an account. */
export const draftTenant = ({ tenant, create_tenant }: ConnectLink, now: Date): TenantRecord => ({
  id: tenant,
  name: create_tenant?.name ?? tenant,
  status: 'active',
  providers: {},
  options: newTenantOptions,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  version: crypto.randomUUID(),
})
