import { GatewayError } from '@patchbay/core/errors'
import { inBackground } from '@patchbay/core/in-background'

/** Entries that are moved into the table at a time, which takes a few milliseconds. Fewer entries stay in their batches. */
export const atOnce = 500
const pauseMs = 200
/** If more entries wait, there is no pause: the query for a rare match has to read them all. */
const mostWaiting = 200_000

export interface Filling {
  /** Adds to the number of entries that wait. */
  add(entries: number): void
  close(): void
}

/**
 * Fills the table in the background. `fill` moves at least the given number of waiting entries, oldest first, and returns how
 * many it moved. This takes a few percent of the time, so that it catches up after calls used all of it.
 */
export const createFilling = (fill: (entries: number) => Promise<number>, atStart: number): Filling => {
  let waiting = 0
  let timer: Timer | undefined
  let closed = false

  const schedule = (): void => {
    if (timer || closed || waiting < atOnce) return
    timer = setTimeout(() => inBackground(run(), 'fill_audit_table'), waiting > mostWaiting ? 0 : pauseMs)
    timer.unref()
  }
  const run = async (): Promise<void> => {
    try {
      const filled = await fill(atOnce)
      waiting = filled < atOnce ? 0 : waiting - filled
    } catch (error) {
      // The store is down: the waiting entries are safe, and the next run tries again. Any other error is a bug and
      // must be reported.
      if (!(error instanceof GatewayError)) throw error
    } finally {
      timer = undefined
      schedule()
    }
  }

  const filling: Filling = {
    add(entries) {
      waiting += entries
      schedule()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
  filling.add(atStart)
  return filling
}
