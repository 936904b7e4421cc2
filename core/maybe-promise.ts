/** A value, or the promise of one: what is at hand is not waited for. */
export type MaybePromise<T> = T | Promise<T>

/** What `use` makes of the value, as soon as it is there. */
export const mapMaybePromise = <T, R>(value: MaybePromise<T>, use: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(use) : use(value)
