import { useSyncExternalStore } from 'react'

/** A value outside of React that components follow. */
export const createStore = <T>(initial: T) => {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = (): T => value
  return {
    get,
    set(next: T): void {
      value = next
      for (const listener of listeners) listener()
    },
    use: (): T => useSyncExternalStore(subscribe, get),
  }
}
