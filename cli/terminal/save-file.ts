import { existsSync, rmSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { usageError } from './command-error.ts'
import type { Terminal } from './terminal.ts'

/** A file has this name until all of it is on disk, so a file with the final name is always complete. */
export const toPartialPath = (path: string): string => `${path}.part`

export interface SaveOptions {
  /** True if the complete new file may replace an existing one. */
  readonly replaces?: boolean
  /** Checks the written file before it gets its final name; rejects if it is not good. */
  readonly check?: (part: string) => Promise<void>
}

/** Throws CommandError if the file exists and must not be replaced. */
export const checkIsNew = (path: string, replaces = false, hint = 'name a new file'): void => {
  if (!replaces && existsSync(path)) throw usageError(`${path} already exists; ${hint}`)
}

/** Starts over, removing what a killed command left behind. A folder that isn't there is made, for its owner alone. */
const openPart = async (path: string) => {
  try {
    await mkdir(dirname(resolve(path)), { recursive: true, mode: 0o700 })
    rmSync(toPartialPath(path), { force: true })
    return await open(toPartialPath(path), 'wx', 0o600)
  } catch (error) {
    throw usageError(`cannot write ${path} (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** A new name is durable once its folder is synced (fsync(2)). */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(dirname(resolve(path)), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Writes a stream durably to a file that only its owner can read. The file gets its name in one step at the end, so a
 * killed command leaves the old file as it was, and a `.part` file that the next run removes. Returns the number of bytes.
 */
export const saveStream = async (
  stream: ReadableStream<Uint8Array>,
  path: string,
  { progress }: Pick<Terminal, 'progress'>,
  { replaces, check }: SaveOptions = {},
): Promise<number> => {
  checkIsNew(path, replaces)
  const part = toPartialPath(path)
  const file = await openPart(path)
  const { ino } = await file.stat()
  /** True while the part is still ours: another command may have started on the same file. */
  const isOurs = async (): Promise<boolean> => (await stat(part).catch(() => undefined))?.ino === ino
  let bytes = 0
  try {
    for await (const chunk of stream) {
      // `write` may write less than all.
      await file.writeFile(chunk)
      bytes += chunk.length
      progress(`${path}: ${(bytes / 1e6).toFixed(1)} MB`)
    }
    await file.sync()
    await check?.(part)
    if (!(await isOurs())) throw usageError(`another command is now writing ${path}`)
    checkIsNew(path, replaces)
    await rename(part, path)
    await syncFolder(path)
  } catch (error) {
    if (await isOurs()) await rm(part, { force: true })
    throw error
  } finally {
    await file.close()
    progress(undefined)
  }
  return bytes
}
