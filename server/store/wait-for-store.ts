import { setTimeout } from 'node:timers/promises'
import { GatewayError } from '@patchbay/core/errors'

/** An election takes 9 to 17 s, and MongoDB keeps what a dead gateway has locked for a minute and its sweep where nobody may end it. */
const patienceMs = 100_000

const pauseMs = 1000

/** Called each second while a start waits. */
export type OnWait = (error: unknown, leftMs: number) => void

export interface Waiting {
  readonly onWait: OnWait
  /** True if the same step may succeed in a while; a wrong password won't. */
  readonly isPassing?: (error: unknown) => boolean
  readonly mostMs?: number
}

const isUnavailable = (error: unknown): boolean => error instanceof GatewayError && error.code === 'UNAVAILABLE'

/**
 * Carries out a step of a start, and does so again each second while the store isn't ready for it. Throws the last error when it has waited
 * long enough, and other errors at once.
 */
export const waitForStore = async <T>(
  step: () => Promise<T>,
  { onWait, isPassing = isUnavailable, mostMs = patienceMs }: Waiting,
): Promise<T> => {
  const until = performance.now() + mostMs
  for (;;) {
    const startedAt = performance.now()
    try {
      return await step()
    } catch (error) {
      const leftMs = until - performance.now()
      if (leftMs <= 0 || !isPassing(error)) throw error
      onWait(error, leftMs)
      await setTimeout(Math.max(0, startedAt + pauseMs - performance.now()))
    }
  }
}
