/** A value, or a promise of it. A value that is already there isn't awaited. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Calls `use` with the value: at once if it is there, else when the promise resolves. What `use` needs besides is handed on, so that it
 * needn't be a function made for the call, which takes memory even if nothing is waited for.
 */
export function mapMaybePromise<T, R>(value: MaybePromise<T>, use: (value: T) => MaybePromise<R>): MaybePromise<R>
export function mapMaybePromise<T, R, A>(
  value: MaybePromise<T>,
  use: (value: T, first: A) => MaybePromise<R>,
  first: A,
): MaybePromise<R>
export function mapMaybePromise<T, R, A, B>(
  value: MaybePromise<T>,
  use: (value: T, first: A, second: B) => MaybePromise<R>,
  first: A,
  second: B,
): MaybePromise<R>
export function mapMaybePromise<T, R>(
  value: MaybePromise<T>,
  use: (value: T, first: unknown, second: unknown) => MaybePromise<R>,
  first?: unknown,
  second?: unknown,
): MaybePromise<R> {
  return value instanceof Promise ? mapLater(value, use, first, second) : use(value, first, second)
}

const mapLater = async <T, R>(
  value: Promise<T>,
  use: (value: T, first: unknown, second: unknown) => MaybePromise<R>,
  first: unknown,
  second: unknown,
): Promise<R> => use(await value, first, second)
