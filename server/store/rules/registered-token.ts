import { noTokenMembers, type TenantTokenMembers, type TenantTokenRecord, tokenIdOf } from '@patchbay/core/store'

/** The record of a token after a registration. */
export const registeredToken = (
  known: TenantTokenRecord | undefined,
  { tenant, hash, now }: { readonly tenant: string; readonly hash: string; readonly now: Date },
  members: Partial<TenantTokenMembers>,
): TenantTokenRecord => ({
  hash,
  token_id: tokenIdOf(hash),
  tenant_id: tenant,
  status: 'active',
  created_at: now.toISOString(),
  last_used_at: null,
  ...noTokenMembers,
  ...known,
  ...members,
})

/** Whether any of `members` differs from the token's. */
export const changes = (known: TenantTokenRecord, members: Partial<TenantTokenMembers>): boolean =>
  Object.entries(members).some(([name, value]) => !Bun.deepEquals(known[name as keyof TenantTokenMembers], value))
