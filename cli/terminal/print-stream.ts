import { showText } from '@patchbay/core/shown-text'
import type { Terminal } from './terminal.ts'

/** Writes a stream to stdout. For a terminal, characters that it would obey are escaped. */
export const printStream = async (
  stream: ReadableStream<Uint8Array>,
  { write, isPerson }: Pick<Terminal, 'write' | 'isPerson'>,
): Promise<void> => {
  const decoder = new TextDecoder()
  for await (const chunk of stream)
    await write(isPerson ? showText(decoder.decode(chunk, { stream: true }), 'lines') : chunk)
}
