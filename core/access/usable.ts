import type { Domain } from '../schema/index.ts'
import type { Account } from '../store/index.ts'
import type { Access } from './access.ts'
import type { AccessTarget } from './patterns.ts'

/**
 * An action of a domain for patterns, without an account and parameters, so that `deny` and `ask` judge the classes that each of its calls has;
 * `undefined`: there is no such action.
 */
export const findTarget = (
  { provider, source }: Pick<Domain, 'provider' | 'source'>,
  action: string,
): Omit<AccessTarget, 'account'> | undefined => {
  const kind = source.kind(action)
  const callClasses = source.sureClasses?.(action)
  return kind && { provider: provider.id, action, kind, classes: source.classes(action), callClasses }
}

/** A raw request to a provider, for patterns, without an account: one that changes nothing, as the least that a caller may ask for. */
export const rawTarget = (provider: string): Omit<AccessTarget, 'account'> => ({
  provider,
  action: 'raw',
  kind: 'raw',
  classes: [],
  isRead: true,
})

/** The accounts at which the caller may use an action. */
export const usableAccounts = (
  access: Access,
  target: Omit<AccessTarget, 'account'>,
  accounts: readonly Account[],
): readonly Account[] => (access.isUnrestricted ? accounts : admittedAccounts(access, target, accounts))

const admittedAccounts: typeof usableAccounts = (access, target, accounts) =>
  accounts.filter(({ id }) => access.admits({ ...target, account: id }))

/** The actions of a domain, or its reads or writes, that the caller may use at one of the accounts at least: only these are listed to it. */
export const usableActions = (
  access: Access,
  domain: Domain,
  accounts: readonly Account[],
  kind?: 'read' | 'write',
): readonly string[] => {
  const names = domain.source.names(kind)
  if (access.isUnrestricted) return names
  return names.filter((name) => {
    const target = findTarget(domain, name)
    return target && usableAccounts(access, target, accounts).length > 0
  })
}
