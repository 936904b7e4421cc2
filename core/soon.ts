/** A value, or the promise of one: what is at hand is not waited for. */
export type Soon<T> = T | Promise<T>

/** What `use` makes of the value, as soon as it is there. */
export const soon = <T, R>(value: Soon<T>, use: (value: T) => Soon<R>): Soon<R> =>
  value instanceof Promise ? value.then(use) : use(value)
