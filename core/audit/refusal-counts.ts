import { toNetwork } from '../admission/index.ts'
import type { AuditSource } from '../store/index.ts'
import { currentMs, type UnixMs } from '../time.ts'

/** A call that was refused before its caller was known. */
export interface RefusedCall {
  readonly ip: string
  readonly source: AuditSource
  readonly code: string
  readonly status: number
  /** The reason of the refusal; for calls that are counted together, that of the first. */
  readonly reason: string
}

export interface RefusalCountsOptions {
  /** The milliseconds for which refusals of one kind are counted together; the entry is written within a second after that. */
  readonly refusalMs?: number | undefined
  /** Writes an entry. `first`: the time of the first refusal. */
  readonly write: (refusal: RefusedCall, first: UnixMs, count: number) => void
}

const maxKinds = 10_000

/** Counts refusals by network, interface and code, so that a flood of refusals becomes one entry. */
export const createRefusalCounts = ({ refusalMs = 58_000, write }: RefusalCountsOptions) => {
  const counts = new Map<string, { startedAt: number; first: UnixMs; refusal: RefusedCall; count: number }>()

  /**
   * Writes the counts that began before `time`, which is of a monotonic clock. The map holds the counts in the order in which they
   * began.
   */
  const writeBefore = (time: number): void => {
    for (const [key, { startedAt, first, refusal, count }] of counts) {
      if (startedAt > time) return
      counts.delete(key)
      write(refusal, first, count)
    }
  }

  const timer = setInterval(() => writeBefore(performance.now() - refusalMs), refusalMs / 58)
  timer.unref()

  return {
    add(refusal: RefusedCall): void {
      const key = `${toNetwork(refusal.ip)} ${refusal.source} ${refusal.code}`
      const ofKind = counts.get(key)
      if (ofKind) ofKind.count++
      else {
        if (counts.size >= maxKinds) writeBefore(Number.POSITIVE_INFINITY)
        counts.set(key, { startedAt: performance.now(), first: currentMs(), refusal, count: 1 })
      }
    },
    /** Writes all counts. */
    close(): void {
      clearInterval(timer)
      writeBefore(Number.POSITIVE_INFINITY)
    },
  }
}
