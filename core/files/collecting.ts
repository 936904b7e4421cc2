/** Often enough for many files at a time, and seldom enough to cost little beside what else is done for so many bytes. */
const everyBytes = 2 * 2 ** 20

/**
 * Passes the bytes of files on, and has garbage collected now and then: what has passed lies outside of the heap, whose size decides by
 * itself when that is done. What files take: docs/speed.md.
 */
export const createCollecting = () => {
  let passed = 0
  return async function* collecting(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const some of bytes) {
      passed += some.length
      if (passed >= everyBytes) {
        passed = 0
        Bun.gc(false)
      }
      yield some
    }
  }
}
