import { setImmediate } from 'node:timers/promises'
import type { Deadline } from '../../context/index.ts'
import { inTime } from '../../in-time.ts'
import type { Listening } from './listening.ts'

/** A write of this process, from its intent on until its entry is recorded. */
interface OpenedCall {
  /** True if its caller has hung up. */
  isGone(): boolean
  /** Resolves when its entry is recorded. */
  whenRecorded(): Promise<void>
}

/** The longest that a repeat waits for the answer of the write before. */
const mostAwaitedMs = 5000

const tooLong = (): Error => new Error('The write before takes too long')

/** The writes under way, by the digest that equal calls of one token or grant share. */
export interface WritesUnderWay {
  add(same: string, write: OpenedCall): void
  remove(same: string, write: OpenedCall): void
  /**
   * Waits until it is recorded what became of an equal write whose caller hung up, for a few seconds and half of the deadline at most;
   * `undefined`: there is none.
   */
  awaitGone(same: string, deadline: Pick<Deadline, 'at'>): Promise<void> | undefined
}

export const createWritesUnderWay = (listening: Pick<Listening, 'find'>): WritesUnderWay => {
  const open = new Map<string, Set<OpenedCall>>()

  const waitForGone = async (same: string, ms: number): Promise<void> => {
    // The repeat may be read before the end of the connection that its caller gave up.
    await setImmediate()
    const gone = [...(open.get(same) ?? [])].filter((write) => write.isGone())
    const recorded = Promise.all(gone.map((write) => write.whenRecorded()))
    const recovery = recorded.then(() => listening.find(same))
    await inTime(recovery, ms, tooLong).catch(() => undefined)
  }

  return {
    add(same, write) {
      const equal = open.get(same)
      if (equal) equal.add(write)
      else open.set(same, new Set([write]))
    },
    remove(same, write) {
      const equal = open.get(same)
      if (equal?.delete(write) && equal.size === 0) open.delete(same)
    },
    awaitGone(same, { at }) {
      if (!open.has(same) && !listening.find(same)) return undefined
      return waitForGone(same, Math.min(mostAwaitedMs, (at - performance.now()) / 2))
    },
  }
}
