import { GatewayError } from '../errors.ts'

/** Passes bytes on. Throws TIMEOUT if no more come for `ms`. The source is abandoned then: nothing may wait for it. */
export async function* withProgress(bytes: AsyncIterable<Uint8Array>, ms: number): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]()
  let isDone = false
  try {
    for (;;) {
      const stalled = Promise.withResolvers<never>()
      const timer = setTimeout(
        () => stalled.reject(new GatewayError('TIMEOUT', `No bytes of the file came for ${ms / 1000} s`)),
        ms,
      )
      const next = await Promise.race([source.next(), stalled.promise]).finally(() => clearTimeout(timer))
      isDone = next.done === true
      if (next.done) return
      yield next.value
    }
  } finally {
    // Nobody waits for the source to return: its connection may be broken.
    if (!isDone) source.return?.()?.catch(() => undefined)
  }
}
