/**
 * Gathers pieces into blocks of one size, the last of which may be shorter, and writes each while the next one is gathered. Whoever gives
 * the pieces so waits only for a store that is slower: a connection whose bytes aren't taken at once has a megabyte and a half of
 * them gathered meanwhile (Bun 1.4.5). `write` must not keep a block once it resolves: its memory is the next but one's. Returns how
 * many bytes there were.
 */
export const writeBlocks = async (
  pieces: AsyncIterable<Uint8Array>,
  size: number,
  write: (block: Uint8Array) => Promise<unknown>,
): Promise<number> => {
  let [gathering, writing] = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)]
  let [gathered, bytes] = [0, 0]
  let written: Promise<unknown> = Promise.resolve()
  const pass = async (): Promise<void> => {
    await written
    ;[gathering, writing] = [writing, gathering]
    written = write(writing.subarray(0, gathered))
    // A failure is thrown where `written` is awaited, before the next write.
    written.catch(() => undefined)
    bytes += gathered
    gathered = 0
  }
  try {
    for await (const some of pieces) {
      for (let taken = 0; taken < some.length; ) {
        const end = Math.min(some.length, taken + size - gathered)
        gathering.set(some.subarray(taken, end), gathered)
        gathered += end - taken
        taken = end
        if (gathered === size) await pass()
      }
    }
    if (gathered > 0) await pass()
  } catch (error) {
    await written.catch(() => undefined)
    throw error
  }
  await written
  return bytes
}
