import type { Store } from '@patchbay/core/store'

/**
 * Closes a store that holds an interrupted move, and throws an Error for the operator. A gateway on such a store would miss
 * records, and the rest of the move would overwrite what the gateway wrote.
 */
export const refuseHalfMoved = async (store: Pick<Store, 'transfer' | 'close'>): Promise<void> => {
  const move = await store.transfer.progress()
  if (!move) return
  await store.close()
  throw new Error(`this store holds an interrupted move from ${move.from}: run "bun run migrate" again to complete it`)
}
