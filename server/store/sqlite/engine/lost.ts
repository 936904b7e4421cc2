import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Bytes of a file; 0: it is empty or missing. */
export const readFileSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** The error for the operator if a database lost its data. */
export const lostDatabaseError = (path: string): Error =>
  new Error(
    `${path} is empty or gone, or its -wal file is, although an audit log is beside it. Restore a complete copy of ` +
      `${dirname(path)}, made while no gateway ran on it, or move the folder away to start with an empty store`,
  )
