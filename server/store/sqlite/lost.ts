import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Bytes of a file; 0: it may as well be gone. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** What a person hears of a database that was there once. */
export const lost = (path: string): Error =>
  new Error(
    `${path} is empty or gone, or its -wal file is, though the audit log beside it has been begun: put a whole copy of ` +
      `${dirname(path)} back, made while no gateway ran on it, or move it away to begin anew`,
  )
