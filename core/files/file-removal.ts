import { GatewayError } from '../errors.ts'
import type { Store } from '../store/index.ts'
import { asUnixMs, type UnixMs } from '../time.ts'
import { isKeptFile } from './show-file.ts'

/** Removes files with their bytes. What a crash leaves in between is removed later. */
export interface FileRemoval {
  forget(id: string): Promise<void>
  /** Removes expired files, at most `limit`. Returns their number. Throws what the first one threw, once it has tried all. */
  forgetExpired(limit: number): Promise<number>
  /** Removes files that dead gateways left unfinished. `isAlone`: no other gateway lives, and this one has begun no file. */
  forgetLapsed(isAlone: boolean): Promise<void>
  /**
   * Removes bytes whose file is gone with its tenant, among `limit` ids after the given one. Returns the number, and the last id that was
   * checked; `undefined`: there are no more. `failure`: what the first one threw that couldn't be removed.
   */
  forgetStray(after: string, limit: number): Promise<ForgottenStray>
}

interface ForgottenStray {
  readonly removed: number
  readonly last: string | undefined
  readonly failure?: unknown
}

/** The most unfinished files removed at once. */
const lapsedAtOnce = 100

/**
 * Removes each, and returns what the first one threw: one whose bytes the disk doesn't give up would keep all others for ever. A store that is
 * down gives up none.
 */
const removeEach = async <T>(all: readonly T[], remove: (one: T) => Promise<void>): Promise<unknown> => {
  let failure: unknown
  for (const one of all) {
    try {
      await remove(one)
    } catch (error) {
      if (error instanceof GatewayError) throw error
      failure ??= error
    }
  }
  return failure
}

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
      const failure = await removeEach(expired, (file) =>
        isKeptFile(file) ? forget(file.id) : forgetUnfinished(file.id, at),
      )
      if (failure !== undefined) throw failure
      return expired.length
    },
    async forgetLapsed(isAlone) {
      const at = isAlone ? asUnixMs(Number.MAX_SAFE_INTEGER) : now()
      for (let count = lapsedAtOnce; count === lapsedAtOnce; ) {
        const lapsed = await files.lapsed(at, lapsedAtOnce)
        for (const { id } of lapsed) await forgetUnfinished(id, at)
        count = lapsed.length
      }
    },
    async forgetStray(after, limit) {
      const ids = await fileContents.list(after, limit)
      let removed = 0
      const failure = await removeEach(ids, async (id) => {
        // A file is recorded before its first byte is written.
        if (await files.get(id)) return
        await fileContents.remove(id)
        removed++
      })
      return { removed, last: ids.at(-1), failure }
    },
  }
}
