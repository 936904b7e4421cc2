import type { Database } from 'bun:sqlite'
import { closeSync, fstatSync, openSync, read } from 'node:fs'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import type { Checkpoints } from './checkpoints.ts'

const readAt = promisify(read)

/** The header of a log and of each frame (sqlite.org/fileformat2.html, section 4.1). */
const [logHeader, frameHeader] = [32, 24]

export interface HeldFile {
  readonly name: string
  readonly size: number
  /** The bytes from an offset on, at most `most` of them. Throws Error when the file is no longer what was held. */
  slice(from: number, most: number): Promise<Uint8Array>
}

/** A database file and its log as they were at one instant: together they are the database of that instant. */
export interface HeldFiles {
  readonly files: readonly HeldFile[]
  /** Ends the hold; a `slice` throws from then on. */
  release(): void
}

/**
 * Holds the files of a database whose log has a frame that isn't copied. `database` is an open descriptor of its file, which
 * stays open: closing any descriptor of the file would drop this process's locks on it (sqlite.org/howtocorrupt.html, section 2.2).
 */
export const holdFiles = (db: Database, path: string, database: number, { hold }: Checkpoints): HeldFiles => {
  const { page_size = 0 } = db.query<{ page_size: number }, []>('PRAGMA page_size').get() ?? {}
  const holder = { isWhole: true }
  const frames = hold(holder)
  const log = openSync(`${path}-wal`, 'r')
  let isReleased = false

  const held = (name: string, descriptor: number, size: number): HeldFile => ({
    name,
    size,
    async slice(from, most) {
      const bytes = new Uint8Array(Math.min(most, size - from))
      if (!holder.isWhole) throw new Error(`${name} has changed: more was written than a backup can wait for`)
      const { bytesRead } = await readAt(descriptor, bytes, 0, bytes.length, from)
      if (!holder.isWhole || bytesRead !== bytes.length) throw new Error(`${name} has changed while it was read`)
      return bytes
    },
  })
  return {
    files: [
      held(basename(path), database, fstatSync(database).size),
      held(`${basename(path)}-wal`, log, logHeader + frames * (frameHeader + page_size)),
    ],
    release() {
      if (isReleased) return
      isReleased = true
      holder.isWhole = false
      hold(undefined)
      closeSync(log)
    },
  }
}
