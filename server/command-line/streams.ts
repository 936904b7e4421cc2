import { open } from 'node:fs/promises'
import { usageError } from './command-error.ts'
import { plainLines } from './plain-text.ts'
import type { Terminal } from './terminal.ts'

const openNew = async (path: string) => {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw usageError(
      code === 'EEXIST' ? `${path} exists already; name a new file` : `${path} can't be written (${code})`,
    )
  }
}

/** Writes a stream to a new file that its owner alone can read, and makes it durable. Returns the number of bytes. */
export const saveStream = async (
  stream: ReadableStream<Uint8Array>,
  path: string,
  { progress }: Pick<Terminal, 'progress'>,
): Promise<number> => {
  const file = await openNew(path)
  let bytes = 0
  try {
    for await (const chunk of stream) {
      await file.write(chunk)
      bytes += chunk.length
      progress(`${path}: ${(bytes / 1e6).toFixed(1)} MB`)
    }
    await file.sync()
  } finally {
    await file.close()
    progress(undefined)
  }
  return bytes
}

/** Writes a stream to stdout: a terminal gets it without what a terminal would obey. */
export const printStream = async (
  stream: ReadableStream<Uint8Array>,
  { write, isPerson }: Pick<Terminal, 'write' | 'isPerson'>,
): Promise<void> => {
  const decoder = new TextDecoder()
  for await (const chunk of stream) await write(isPerson ? plainLines(decoder.decode(chunk, { stream: true })) : chunk)
}
