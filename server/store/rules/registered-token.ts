import { type BearerTokenMembers, type BearerTokenRecord, noTokenMembers, tokenIdOf } from '@patchbay/core/store'

/** The record of a token after a registration. */
export const registeredToken = (
  known: BearerTokenRecord | undefined,
  { tenant, hash, now }: { readonly tenant: string; readonly hash: string; readonly now: Date },
  members: Partial<BearerTokenMembers>,
): BearerTokenRecord => ({
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
export const changes = (known: BearerTokenRecord, members: Partial<BearerTokenMembers>): boolean =>
  Object.entries(members).some(([name, value]) => !Bun.deepEquals(known[name as keyof BearerTokenMembers], value))
