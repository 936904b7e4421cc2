import type { Store } from '@patchbay/core/store'
import { commandAsCalled } from '../called-as.ts'

/**
 * Closes a store that holds an interrupted move, and throws an Error for the operator. A gateway on such a store would miss
 * records, and the rest of the move would overwrite what the gateway wrote.
 */
export const refuseHalfMoved = async (store: Pick<Store, 'transfer' | 'close'>): Promise<void> => {
  const move = await store.transfer.progress()
  if (!move) return
  await store.close()
  const command = commandAsCalled('migrate')
  throw new Error(`this store holds an interrupted move from ${move.from}: run "${command}" again to complete it`)
}
