import type { MaybePromise } from '../maybe-promise.ts'

export interface Count {
  readonly count: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
}

/**
 * Counters of fixed windows. A window begins with the key's first hit and ends `windowMs` later. Unlike all else in a
 * store, an open window may be forgotten: at a restart, or when there are too many.
 */
export interface Counters {
  /** Adds one and answers the count with it. */
  hit(key: string, windowMs: number): MaybePromise<Count>
  /** Begins a window that ends `windowMs` from now and counts one, whatever was open: the key is remembered for so long. */
  mark(key: string, windowMs: number): MaybePromise<void>
  /** The count as it stands; `undefined`: no window is open. */
  read(key: string): MaybePromise<Count | undefined>
}
