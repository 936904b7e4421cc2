/** A value, or a promise of it. A value that is already there isn't awaited. */
export type MaybePromise<T> = T | Promise<T>

/** Calls `use` with the value: at once if it is there, else when the promise resolves. */
export const mapMaybePromise = <T, R>(value: MaybePromise<T>, use: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(use) : use(value)
