import { type ConnectLink, newTenantOptions, type TenantRecord } from '../store/index.ts'
import { isoTime } from '../time.ts'

/** The tenant that a link makes, before it has an account. */
export const draftTenant = ({ tenant, create_tenant }: ConnectLink, now: Date): TenantRecord => ({
  id: tenant,
  name: create_tenant?.name ?? tenant,
  status: 'active',
  providers: {},
  options: newTenantOptions,
  created_at: isoTime(now),
  updated_at: isoTime(now),
  version: crypto.randomUUID(),
})
