import type { Domain } from '../schema/index.ts'
import type { Account } from '../store/index.ts'
import type { Access } from './access.ts'
import type { AccessKind } from './patterns.ts'

/** The accounts at which the caller may use an action. */
export const usableAccounts = (
  access: Access,
  provider: string,
  action: string,
  kind: AccessKind,
  accounts: readonly Account[],
): readonly Account[] => (access.isUnrestricted ? accounts : admittedAccounts(access, provider, action, kind, accounts))

const admittedAccounts: typeof usableAccounts = (access, provider, action, kind, accounts) =>
  accounts.filter(({ id }) => access.admits(provider, action, kind, id))

/** The actions of a domain, or its reads or writes, that the caller may use at one of the accounts at least: only these are listed to it. */
export const usableActions = (
  access: Access,
  { provider, source }: Domain,
  accounts: readonly Account[],
  kind?: 'read' | 'write',
): readonly string[] => {
  const names = source.names(kind)
  if (access.isUnrestricted) return names
  return names.filter((name) => {
    const kind = source.kind(name)
    return kind && usableAccounts(access, provider.id, name, kind, accounts).length > 0
  })
}
