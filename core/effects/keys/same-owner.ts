import { type AccountRef, type EffectKey, momentOfEntry, type Store } from '../../store/index.ts'
import { wasReplaced } from './was-replaced.ts'

export type OwnerStore = Pick<Store, 'connections' | 'audit'>

/**
 * True if an account still belongs to the same owner as when a write took a key: no new credential since, or the same person connected it again.
 * `handoverId`: that of the account's present credential.
 */
export const hasSameOwner = async (
  store: OwnerStore,
  ref: AccountRef,
  { handover_id: before, entry_id }: Pick<EffectKey, 'handover_id' | 'entry_id'>,
  handoverId: string | null,
): Promise<boolean> => {
  // An older version stored the credential or took the key: the log says whether the account has got another credential since.
  if (before === null || handoverId === null) return !(await wasReplaced(store, ref, new Date(momentOfEntry(entry_id))))
  if (before === handoverId) return true
  const [first, now] = await Promise.all([before, handoverId].map((id) => store.connections.get(id)))
  return typeof first?.identity === 'string' && first.identity === now?.identity
}
