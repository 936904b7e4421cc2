import type { Change, Changes } from '@patchbay/core/store'

export interface LocalChanges extends Changes {
  /** Calls every listener before it returns. */
  announce(change: Change): void
}

/** The listeners of this process. */
export const createChanges = (): LocalChanges => {
  const listeners = new Set<{ readonly call: (change: Change) => void }>()
  return {
    listen(listener) {
      // An object of its own: the same function may listen twice.
      const entry = { call: listener }
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
    announce(change) {
      for (const { call } of listeners) call(change)
    },
  }
}
