import type { MaybePromise } from '../../maybe-promise.ts'

export interface Count {
  readonly count: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
}

/**
 * Counters of fixed windows. A window begins with the key's first hit and ends `windowMs` later. Unlike other data in a
 * store, an open window may disappear: at a restart, or when there are too many.
 */
export interface Counters {
  /** Adds one and returns the new count. */
  hit(key: string, windowMs: number): MaybePromise<Count>
  /** Begins a new window with a count of one, even if one is open: the key is remembered for the next `windowMs`. */
  mark(key: string, windowMs: number): MaybePromise<void>
  /** The current count; `undefined`: no window is open. */
  read(key: string): MaybePromise<Count | undefined>
}
