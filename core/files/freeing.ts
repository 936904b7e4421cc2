/**
 * Passes bytes on to who copies them, and frees the memory of each piece once the next one is asked for. The collector would free it
 * later: what comes in is a megabyte and a half at a time (Bun 1.4.5), and lies outside of the heap, whose size decides when that is
 * done. What files take: docs/speed.md.
 */
export async function* freeing(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece
    const { buffer } = piece
    // A part of a larger buffer may have others beside it.
    if (buffer instanceof ArrayBuffer && buffer.byteLength === piece.byteLength) buffer.transfer(0)
  }
}
