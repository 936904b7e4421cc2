import type { AccountRef, ConnectLink, HeldCredential, Store } from '../../store/index.ts'

export type IdentityStore = Pick<Store, 'connections' | 'seeds' | 'credentials'>

const describeLink = ({ identity, connect_id }: ConnectLink): string =>
  identity === null ? `link ${connect_id}` : `identity ${identity}`

/** The identity of an account that an earlier version stored. */
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
 * The owner of an account: the person as the vendor names them, or the handover in which the account got its credential. A refresh
 * doesn't change it.
 */
export const readIdentity = async (store: IdentityStore, ref: AccountRef): Promise<string> => {
  const [credential, seed] = await Promise.all([store.credentials.get(ref), store.seeds.get(ref)])
  const handover = (credential ?? seed)?.handover_id ?? null
  if (handover === null) return readEarlier(store, ref, { credential, seed })
  const link = await store.connections.get(handover)
  return link ? describeLink(link) : `handover ${handover}`
}
