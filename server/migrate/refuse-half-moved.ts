import type { Store } from '@patchbay/core/store'

/**
 * A gateway on a half-moved store would miss records, and the rest of the move would overwrite what it wrote. So this closes
 * such a store and throws Error for the operator.
 */
export const refuseHalfMoved = async (store: Pick<Store, 'transfer' | 'close'>): Promise<void> => {
  const move = await store.transfer.progress()
  if (!move) return
  await store.close()
  throw new Error(
    `this store holds a move from ${move.from} that was stopped: run "bun run migrate" again to complete it`,
  )
}
