import { plainLines } from './plain-text.ts'
import type { Terminal } from './terminal.ts'

/** Writes a stream to stdout. For a terminal, characters that it would obey are removed. */
export const printStream = async (
  stream: ReadableStream<Uint8Array>,
  { write, isPerson }: Pick<Terminal, 'write' | 'isPerson'>,
): Promise<void> => {
  const decoder = new TextDecoder()
  for await (const chunk of stream) await write(isPerson ? plainLines(decoder.decode(chunk, { stream: true })) : chunk)
}
