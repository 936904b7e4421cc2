import { type AccountRef, type EffectKey, momentOfEntry, type Store } from '../../store/index.ts'
import { wasReplaced } from './was-replaced.ts'

export type OwnerStore = Pick<Store, 'connections' | 'audit'>

/**
 * Whether an account is still whose it was when a write took a key: it was given nothing since, or the same person connected it again.
 * `handoverId`: that of its credential now.
 */
export const hasSameOwner = async (
  store: OwnerStore,
  ref: AccountRef,
  { handover_id: before, entry_id }: Pick<EffectKey, 'handover_id' | 'entry_id'>,
  handoverId: string | null,
): Promise<boolean> => {
  // A version before stored the credential or took the key: then the log says whether the account was given another one since.
  if (before === null || handoverId === null) return !(await wasReplaced(store, ref, new Date(momentOfEntry(entry_id))))
  if (before === handoverId) return true
  const [first, now] = await Promise.all([before, handoverId].map((id) => store.connections.get(id)))
  return typeof first?.identity === 'string' && first.identity === now?.identity
}
