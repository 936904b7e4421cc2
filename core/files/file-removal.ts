import type { Store } from '../store/index.ts'
import { asUnixMs, type UnixMs } from '../time.ts'
import { isKeptFile } from './show-file.ts'

/** Removes files with their bytes. What a crash leaves in between is removed later. */
export interface FileRemoval {
  forget(id: string): Promise<void>
  /** Removes expired files, at most `limit`. Returns their number. */
  forgetExpired(limit: number): Promise<number>
  /** Removes files that dead gateways left unfinished. `isAlone`: no other gateway lives, and this one has begun no file. */
  forgetLapsed(isAlone: boolean): Promise<void>
  /**
   * Removes bytes whose file is gone with its tenant, among `limit` ids after the given one. Returns the number, and the last id that was
   * checked; `undefined`: there are no more.
   */
  forgetStray(after: string, limit: number): Promise<{ readonly removed: number; readonly last: string | undefined }>
}

/** The most unfinished files removed at once. */
const lapsedAtOnce = 100

export const createFileRemoval = ({
  files,
  fileContents,
  now,
}: Pick<Store, 'files' | 'fileContents'> & { readonly now: () => UnixMs }): FileRemoval => {
  /** Removes the bytes first: after a crash in between they still have their record. */
  const forget = async (id: string): Promise<void> => {
    await fileContents.remove(id)
    await files.remove(id)
  }

  /** Removes the record first, unless its writer is alive after all. Bytes without one are stray. */
  const forgetUnfinished = async (id: string, at: UnixMs): Promise<void> => {
    if (await files.removeLapsed(id, at)) await fileContents.remove(id)
  }

  return {
    forget,
    async forgetExpired(limit) {
      const at = now()
      const expired = await files.expired(at, limit)
      for (const file of expired) await (isKeptFile(file) ? forget(file.id) : forgetUnfinished(file.id, at))
      return expired.length
    },
    async forgetLapsed(isAlone) {
      const at = isAlone ? asUnixMs(Number.MAX_SAFE_INTEGER) : now()
      for (let found = lapsedAtOnce; found === lapsedAtOnce; ) {
        const lapsed = await files.lapsed(at, lapsedAtOnce)
        for (const { id } of lapsed) await forgetUnfinished(id, at)
        found = lapsed.length
      }
    },
    async forgetStray(after, limit) {
      const ids = await fileContents.list(after, limit)
      let removed = 0
      for (const id of ids) {
        // A file is recorded before its first byte is written.
        if (await files.get(id)) continue
        await fileContents.remove(id)
        removed++
      }
      return { removed, last: ids.at(-1) }
    },
  }
}
