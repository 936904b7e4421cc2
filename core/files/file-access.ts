import { type Access, findTarget, rawTarget, usableAccounts } from '../access/index.ts'
import { GatewayError } from '../errors.ts'
import { hasAccount } from '../rules/index.ts'
import type { Domain } from '../schema/index.ts'
import type { FileRecord, TenantRecord } from '../store/index.ts'

/** Access to files follows access to calls: a caller who can't call an action can neither read its files nor upload any for it. */
export interface FileAccess {
  /** Throws FORBIDDEN unless the caller may make some write, as a file is sent for one. */
  assertMayUpload(access: Access, tenant: TenantRecord): void
  /** Throws FORBIDDEN unless the caller may make the call that the file came from, or any call for an uploaded file. */
  assertMayRead(file: FileRecord, access: Access, tenant: TenantRecord): void
}

const refused = (why: string): GatewayError => new GatewayError('FORBIDDEN', why)

export const createFileAccess = (domains: ReadonlyMap<string, Domain>): FileAccess => {
  const mayCall = (access: Access, { providers, options }: TenantRecord, kind?: 'write'): boolean => {
    if (access.isUnrestricted) return true
    return Object.entries(providers).some(([id, { accounts }]) => {
      const domain = domains.get(id)
      if (!domain) return false
      const isUsable = (target: ReturnType<typeof findTarget>): boolean =>
        target !== undefined && usableAccounts(access, target, accounts).length > 0
      return (
        domain.source.names(kind).some((name) => isUsable(findTarget(domain, name))) ||
        (options.allow_raw && isUsable(rawTarget(id)))
      )
    })
  }
  return {
    assertMayUpload(access, tenant) {
      if (!mayCall(access, tenant, 'write'))
        throw refused('Sending a file is refused: the token may make no write that could use it')
    },
    assertMayRead({ origin }, access, tenant) {
      if (!origin) {
        if (!mayCall(access, tenant)) throw refused('Reading the file is refused: the token may make no call')
        return
      }
      const { provider, account, action } = origin
      const domain = domains.get(provider)
      const target = domain && findTarget(domain, action)
      if (!target || !hasAccount(tenant.providers, origin))
        throw refused(
          `Reading the file is refused: the tenant no longer has ${provider}/${account}, which it came from`,
        )
      access.assert({ ...target, account })
    },
  }
}
