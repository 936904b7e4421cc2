import type { AccountRef, Store } from '@patchbay/core/store'
import type { AccountCandidate } from '../account/candidate.ts'
import { knownAccount, type LinkContext } from '../context.ts'

type IdentityStore = Pick<Store, 'connections' | 'credentials' | 'seeds'>

/** Whose credential an account has; `undefined`: it has none; `null`: nobody knows whose it is. */
export const findIdentity = async (
  { connections, credentials, seeds }: IdentityStore,
  ref: AccountRef,
): Promise<string | null | undefined> => {
  const [credential, seed] = await Promise.all([credentials.get(ref), seeds.get(ref)])
  if (!credential && !seed) return undefined
  const before = await connections.connectedBefore(ref)
  return before && !before.replaced ? before.identity : null
}

/**
 * Why a caller's link must not store the person's credential, as a text for the person; `undefined`: it may. Such a link
 * never takes an account over: it only renews the credential of the same identity, with the same settings.
 */
export const takeoverFault = async (
  { store }: { readonly store: IdentityStore },
  context: LinkContext,
  { candidate, identity }: { readonly candidate: AccountCandidate; readonly identity: string | null },
): Promise<string | undefined> => {
  const { tenant, provider, account, requested_by } = context.link
  if (!requested_by) return undefined
  const settings = knownAccount(context)?.settings ?? {}
  if (Object.entries(settings).some(([name, value]) => candidate.settings[name] !== value))
    return `This link does not change the settings of the account; ${ofAdministrators}`
  const held = await findIdentity(store, { tenant, provider, account })
  if (held === undefined) return undefined
  if (held === null) return `It is not known whose account is connected here; ${ofAdministrators}`
  return held === identity ? undefined : `Another account is connected here; ${ofAdministrators}`
}

const ofAdministrators = 'a link that an administrator created can replace it'
