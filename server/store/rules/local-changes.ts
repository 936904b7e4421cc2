import type { Change, Changes } from '@patchbay/core/store'

export interface LocalChanges extends Changes {
  /** Calls every listener, one after the other, before it returns. */
  announce(change: Change): void
}

/** The listeners of this process. */
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
