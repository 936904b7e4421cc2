import type { AccountRef, ConnectLink, HeldCredential, Store } from '../../store/index.ts'

export type IdentityStore = Pick<Store, 'connections' | 'seeds' | 'credentials'>

const describeLink = ({ identity, connect_id }: ConnectLink): string =>
  identity === null ? `link ${connect_id}` : `identity ${identity}`

/** The identity of an account that a version before has stored. */
const readEarlier = async (
  { connections }: Pick<Store, 'connections'>,
  ref: AccountRef,
  { credential, seed }: HeldCredential,
): Promise<string> => {
  const link = await connections.connectedBefore(ref)
  if (link && !link.replaced) return describeLink(link)
  if (seed) return `seed ${seed.client_id} ${seed.token_endpoint}`
  return credential ? `credential ${credential.version}` : 'none'
}

/**
 * Says whose account it is: as the vendor named the person, or by the step in which the account was given what it has. A refresh
 * changes nothing of it.
 */
export const readIdentity = async (store: IdentityStore, ref: AccountRef): Promise<string> => {
  const [credential, seed] = await Promise.all([store.credentials.get(ref), store.seeds.get(ref)])
  const handover = (credential ?? seed)?.handover_id ?? null
  if (handover === null) return readEarlier(store, ref, { credential, seed })
  const link = await store.connections.get(handover)
  return link ? describeLink(link) : `handover ${handover}`
}
