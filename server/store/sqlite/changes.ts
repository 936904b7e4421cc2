import type { Change, Changes } from '@patchbay/core/store'

export interface LocalChanges extends Changes {
  /** Calls every listener, one after the other, before it returns. */
  announce(change: Change): void
}

/** The embedded store belongs to one process, so whoever may want to hear of a change is in it. */
export const createChanges = (): LocalChanges => {
  const listeners = new Set<{ hear: (change: Change) => void }>()
  return {
    listen(listener) {
      const entry = { hear: listener }
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
    announce(change) {
      for (const { hear } of listeners) hear(change)
    },
  }
}
