/**
 * Passes bytes on to a consumer that copies them, and frees the memory of each piece once the next one is asked for. The collector would free
 * it later: pieces have up to a megabyte and a half (Bun 1.4.5) and lie outside of the heap, and only the size of the heap starts it.
 * Memory of files: docs/speed-beside.md.
 */
export async function* freeing(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece
    const { buffer } = piece
    // The rest of a larger buffer may be in use.
    if (buffer instanceof ArrayBuffer && buffer.byteLength === piece.byteLength) buffer.transfer(0)
  }
}
