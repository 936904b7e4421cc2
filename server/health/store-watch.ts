import { inTime } from '@patchbay/core/in-time'
import type { Store, StorePart } from '@patchbay/core/store'

/** What is known of the store, so that a part which is down isn't asked by every call. */
export interface StoreWatch {
  /** Whether the part is up, as far as anybody knows: asks nobody. */
  isUp(part: StorePart): boolean
  /** Rejects when the part doesn't answer in time. A part that hangs isn't asked again meanwhile. */
  check(part: StorePart): Promise<void>
  close(): void
}

const parts: readonly StorePart[] = ['configuration', 'audit']
const checkMs = 1000
/** Between two looks at a part that is down. */
const lookMs = 500

/** Rejects when the work takes longer than a check may: no port can be told to stop. */
export const checkInTime = (work: Promise<void>): Promise<void> =>
  inTime(work, checkMs, () => new Error('the check took too long'))

/**
 * A part is known to be down from its own last write or the driver's monitor (`store.isUp`), or from the last check. It is
 * then checked until it is back, also when nobody asks.
 */
export const createStoreWatch = (store: Pick<Store, 'ping' | 'isUp'>): StoreWatch => {
  const answers: Record<StorePart, boolean> = { configuration: true, audit: true }
  const asking: Record<StorePart, Promise<void> | undefined> = { configuration: undefined, audit: undefined }

  const ask = (part: StorePart): Promise<void> => {
    asking[part] ??= store.ping(part).finally(() => {
      asking[part] = undefined
    })
    return asking[part]
  }
  const check = async (part: StorePart): Promise<void> => {
    answers[part] = await checkInTime(ask(part)).then(
      () => true,
      (error) => {
        answers[part] = false
        throw error
      },
    )
  }
  const isUp = (part: StorePart): boolean => answers[part] && store.isUp(part)

  const timer = setInterval(() => {
    // `isUp` tells whether it succeeded.
    for (const part of parts) if (!isUp(part)) check(part).catch(() => undefined)
  }, lookMs)
  timer.unref()

  return { isUp, check, close: () => clearInterval(timer) }
}
