import type { AccountRef, SeenAccount, Store } from '@patchbay/core/store'
import type { AccountCandidate } from '../account/candidate.ts'
import { configuredAccount, type LinkContext } from '../context.ts'

type IdentityStore = Pick<Store, 'connections' | 'credentials' | 'seeds'>

/** The records of an account, its newest link, and the link that gave it its credential. */
const readHeld = async ({ connections, credentials, seeds }: IdentityStore, ref: AccountRef) => {
  const [credential, seed, link] = await Promise.all([
    credentials.get(ref),
    seeds.get(ref),
    connections.connectedBefore(ref),
  ])
  const handover = (credential ?? seed)?.handover_id ?? null
  // A version before stored what doesn't say it: then the newest link did, although an older one may have been used after it.
  const newest = link?.replaced ? undefined : link
  const giver = handover === null ? newest : await connections.get(handover)
  return { credential, seed, link, giver }
}

const readIdentity = ({ credential, seed, giver }: Awaited<ReturnType<typeof readHeld>>): string | null | undefined => {
  if (!credential && !seed) return undefined
  return giver?.identity ?? null
}

/** The owner of an account's credential; `undefined`: it has none; `null`: the owner is unknown. */
export const findIdentity = async (store: IdentityStore, ref: AccountRef): Promise<string | null | undefined> =>
  readIdentity(await readHeld(store, ref))

const ofAdministrators = 'a link that an administrator created can replace it'

/**
 * Checks that a link may store the person's credential. A link that a caller got never takes an account over: it only
 * renews the credential of the same identity, with the same settings. `fault`: the reason why it may not, for the
 * person. `seen`: the state that the answer depends on, so that nothing is stored once it has changed.
 */
export const checkTakeover = async (
  { store }: { readonly store: IdentityStore },
  context: LinkContext,
  { candidate, identity }: { readonly candidate: AccountCandidate; readonly identity: string | null },
): Promise<{ readonly fault?: string; readonly seen?: SeenAccount }> => {
  const { tenant, provider, account, requested_by } = context.link
  if (!requested_by) return {}
  const settings = configuredAccount(context)?.settings ?? {}
  if (Object.entries(settings).some(([name, value]) => candidate.settings[name] !== value))
    return { fault: `This link does not change the settings of the account; ${ofAdministrators}` }
  const held = await readHeld(store, { tenant, provider, account })
  const current = readIdentity(held)
  if (current === null) return { fault: `It is not known whose account is connected here; ${ofAdministrators}` }
  if (current !== undefined && current !== identity)
    return { fault: `Another account is connected here; ${ofAdministrators}` }
  const { credential, seed, link } = held
  return {
    seen: {
      tenant: context.tenant.version,
      credential: credential?.version,
      seed: seed?.version,
      link: link?.version,
    },
  }
}
