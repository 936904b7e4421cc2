import { GatewayError } from '@patchbay/core/errors'
import type { Domain } from '@patchbay/core/schema'
import type { TenantTokenMembers } from '@patchbay/core/store'
import type { AdminCaller } from '../../route/session/caller.ts'
import { checkTokenMembers } from './json.ts'
import { limitLinkerToken } from './linker-token.ts'

/** Throws FORBIDDEN: the holder of such a token decides about calls, which not every administrator may. */
export const checkMayHandOut = ({ role }: AdminCaller, { approve }: Partial<TenantTokenMembers>): void => {
  if (role === 'owner' || !approve?.length) return
  throw new GatewayError('FORBIDDEN', `A token with \`approve\` takes the role owner, and you have the role ${role}`)
}

/**
 * The members of a token that an administrator makes. `token`: where it is theirs. Throws VALIDATION_ERROR, and FORBIDDEN for what this administrator
 * can't give.
 */
export const checkNewToken = (
  caller: AdminCaller,
  { token, ...members }: Partial<TenantTokenMembers> & { readonly token?: string | undefined },
  domains: ReadonlyMap<string, Domain>,
): Partial<TenantTokenMembers> => {
  checkTokenMembers(members, domains)
  checkMayHandOut(caller, members)
  if (!caller.linker) return members
  return { ...members, allow: limitLinkerToken(caller.linker, { token, allow: members.allow }, domains) }
}
