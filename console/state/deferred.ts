import { useSyncExternalStore } from 'react'
import { letRun } from './let-run.ts'

const waitMs = 10_000

interface Deferred {
  readonly send: () => Promise<unknown>
  readonly timer: ReturnType<typeof setTimeout>
}

/** The pending deletions by the keys of their rows. Lists leave these out already. */
let waiting: ReadonlyMap<string, Deferred> = new Map()
const listeners = new Set<() => void>()

const set = (next: ReadonlyMap<string, Deferred>): void => {
  waiting = next
  for (const listener of listeners) listener()
}

const without = (key: string): ReadonlyMap<string, Deferred> => new Map([...waiting].filter(([name]) => name !== key))

/** `key` isn't deleted after all. */
export const callOff = (key: string): void => {
  clearTimeout(waiting.get(key)?.timer)
  set(without(key))
}

const sendNow = (key: string, onSent: (error: unknown) => void): void => {
  const found = waiting.get(key)
  if (!found) return
  clearTimeout(found.timer)
  letRun(
    found.send().then(
      () => {
        onSent(undefined)
        set(without(key))
      },
      (error: unknown) => {
        onSent(error)
        set(without(key))
      },
    ),
  )
}

/**
 * Deletes something in ten seconds, unless that is called off: for what can't be made again, and whose deletion nobody has to be safe
 * from. If the page is left before, it is sent at once.
 */
export const deleteSoon = (key: string, send: () => Promise<unknown>, onSent: (error: unknown) => void): void => {
  const timer = setTimeout(() => sendNow(key, onSent), waitMs)
  set(new Map([...waiting, [key, { send, timer }]]))
}

window.addEventListener('pagehide', () => {
  for (const { send, timer } of waiting.values()) {
    clearTimeout(timer)
    letRun(send())
  }
})

/** True if a row is about to be deleted. */
export const useIsLeaving = (): ((key: string) => boolean) => {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )
  return (key) => now.has(key)
}
