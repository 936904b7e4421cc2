import type { AccountRef, Store } from '../../store/index.ts'

/**
 * Says whose account it is: as the vendor named the person, or by what can't change unless somebody stores something else. A refresh
 * changes nothing of it.
 */
export const readIdentity = async (
  { connections, seeds, credentials }: Pick<Store, 'connections' | 'seeds' | 'credentials'>,
  ref: AccountRef,
): Promise<string> => {
  const link = await connections.connectedBefore(ref)
  if (link && !link.replaced) return link.identity === null ? `link ${link.connect_id}` : `identity ${link.identity}`
  const seed = await seeds.get(ref)
  if (seed) return `seed ${seed.client_id} ${seed.token_endpoint}`
  const credential = await credentials.get(ref)
  return credential ? `credential ${credential.version}` : 'none'
}
