import { GatewayError } from '@patchbay/core/errors'

/** Entries that come into the table at a time, when as many wait: a few milliseconds. Fewer are read where they are. */
export const atOnce = 500
const pauseMs = 200
/** From so many on that wait there is no pause: a query that looks for something rare reads them all. */
const mostWaiting = 200_000

export interface Filling {
  /** So many entries more wait for the table. */
  add(entries: number): void
  close(): void
}

/**
 * Fills the table behind the calls: `fill` moves the oldest entries that wait, at least so many, and answers how many. It
 * takes a few hundredths of the time, so that it catches up after a time in which calls took all there was.
 */
export const createFilling = (fill: (entries: number) => Promise<number>, atStart: number): Filling => {
  let waiting = 0
  let timer: Timer | undefined
  let closed = false

  const schedule = (): void => {
    if (timer || closed || waiting < atOnce) return
    timer = setTimeout(run, waiting > mostWaiting ? 0 : pauseMs)
    timer.unref()
  }
  const run = async (): Promise<void> => {
    try {
      const filled = await fill(atOnce)
      waiting = filled < atOnce ? 0 : waiting - filled
    } catch (error) {
      // The store says that it is down: what waits is safe, and the next pause ends with another try. Anything else is a fault of
      // ours, which nobody would hear of otherwise, so it ends the process.
      if (!(error instanceof GatewayError)) throw error
    }
    timer = undefined
    schedule()
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
