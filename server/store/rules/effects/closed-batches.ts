import { inBackground } from '@patchbay/core/in-background'

/** The time for which closed batches wait to be removed together, which costs a fraction of removing each with its last entry. */
const removalMs = 250
/** Batches of one removal: a few milliseconds. */
const mostRemoved = 250

/** Batches of intents whose writes all have their entries. If they are left behind, recovery finds that nothing in them is open. */
export interface ClosedBatches {
  add(ids: readonly string[]): void
  /** The number of batches that a list must request so that `limit` are left without those that wait here. */
  widen(limit: number): number
  /** The first `limit` batches that don't wait here. */
  leaveOut<T extends { readonly id: string }>(batches: readonly T[], limit: number): readonly T[]
  /** Removes what waits, unless the store is down. */
  close(): Promise<void>
}

export const createClosedBatches = (remove: (ids: readonly string[]) => Promise<unknown>): ClosedBatches => {
  const waiting = new Set<string>()
  let timer: Timer | undefined
  let removing: Promise<void> | undefined

  const removeAll = async (): Promise<void> => {
    try {
      while (waiting.size > 0) {
        const ids = [...waiting.values().take(mostRemoved)]
        await remove(ids)
        for (const id of ids) waiting.delete(id)
      }
    } catch {
      // The store is down: the next removal takes them along.
    }
  }

  const removeNow = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    removing ??= removeAll().finally(() => {
      removing = undefined
    })
    return removing
  }

  return {
    add(ids) {
      if (ids.length === 0) return
      for (const id of ids) waiting.add(id)
      timer ??= setTimeout(() => inBackground(removeNow(), 'remove_batches'), removalMs)
    },
    widen: (limit) => limit + waiting.size,
    leaveOut: (batches, limit) => batches.filter(({ id }) => !waiting.has(id)).slice(0, limit),
    async close() {
      await removing
      await removeNow()
    },
  }
}
