import { inTime } from '@patchbay/core/in-time'
import type { Store, StorePart } from '@patchbay/core/store'

/** Knows which parts of the store are down, so that not every call has to ask them. */
export interface StoreWatch {
  /** True if the part was up when it was last used or checked. Sends nothing to the store. */
  isUp(part: StorePart): boolean
  /** Checks the part. Rejects when it doesn't answer in time; while a check hangs, no second one is sent. */
  check(part: StorePart): Promise<void>
  close(): void
}

const parts: readonly StorePart[] = ['configuration', 'audit']
const checkMs = 1000
/** The milliseconds after which a hanging check has lost its connection without notice: another one is sent. */
const lostMs = 60_000
/** Milliseconds between two checks of a part that is down. */
const recheckMs = 500

/** Rejects when the work takes longer than a check may. The work itself continues: store operations can't be cancelled. */
export const checkInTime = (work: Promise<void>): Promise<void> =>
  inTime(work, checkMs, () => new Error('the check took too long'))

/**
 * A part is down when its last write failed or the driver's monitor says so (`store.isUp`), or when its last check failed.
 * It is then checked regularly until it is up, even when nobody asks.
 */
export const createStoreWatch = (store: Pick<Store, 'ping' | 'isUp'>): StoreWatch => {
  const answers: Record<StorePart, boolean> = { configuration: true, audit: true }
  const asking: Record<StorePart, Promise<void> | undefined> = { configuration: undefined, audit: undefined }

  const ask = (part: StorePart): Promise<void> => {
    asking[part] ??= inTime(store.ping(part), lostMs, () => new Error('the check got no answer')).finally(() => {
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
    // `isUp` shows whether the check succeeded.
    for (const part of parts) if (!isUp(part)) check(part).catch(() => undefined)
  }, recheckMs)
  timer.unref()

  return { isUp, check, close: () => clearInterval(timer) }
}
