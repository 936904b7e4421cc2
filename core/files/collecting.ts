/** The bytes between two collections: few enough for many files at a time, and enough to cost little beside the other work for them. */
const everyBytes = 2 * 2 ** 20

/**
 * Passes the bytes of files on, and runs the garbage collector now and then: passed bytes lie outside of the heap, and only the size of the
 * heap would start it. Memory of files: docs/speed-beside.md.
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
