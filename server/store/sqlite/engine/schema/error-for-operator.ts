import { basename, dirname } from 'node:path'
import { fileHolder } from '../../../../configuration/holders.ts'

const readCode = (cause: unknown): string => (cause instanceof Error && 'code' in cause ? String(cause.code) : '')

/** True if another process has the file. */
export const isBusy = (cause: unknown): boolean => readCode(cause).startsWith('SQLITE_BUSY')

/** An error that a person who starts the server can act on. */
export const errorForOperator = (path: string, cause: unknown): unknown => {
  if (isBusy(cause)) {
    const holder = fileHolder(path)
    const who = holder === undefined ? '' : ` (${holder})`
    return new Error(
      `${dirname(path)} is in use by another Patchbay process${who}, which holds its file ${basename(path)}. ` +
        'Stop that process, or give this one another DATA_DIR',
      { cause },
    )
  }
  return readCode(cause) === '' ? cause : new Error(`${path} can't be opened: ${(cause as Error).message}`, { cause })
}
