/**
 * The wait of a log write for callers that are about to come. Each write has a fixed cost, however many callers share it, and
 * without a wait they would split into small groups that take turns.
 */
export interface Gathering {
  /** The longest wait in milliseconds. */
  readonly ms: number
  /** The number of callers that a write waits for, given how many waited at the end of the last one. */
  readonly enough: (callers: number) => number
}

export const gatherNobody: Gathering = { ms: 0, enough: () => 0 }

/** The wait for MongoDB: a write of 32 entries costs the server and its driver nearly as much as one of 64, so it waits for all. */
export const gatherAll: Gathering = { ms: 1, enough: (callers) => callers }

const busyCallers = 12

/** The wait for the embedded store: a commit costs as much as some ten entries, negligible beyond 32 callers. With few callers, nobody waits. */
export const gatherWhenBusy: Gathering = {
  ms: 2,
  enough: (callers) => (callers < busyCallers ? 0 : Math.min(callers, 32)),
}

export const createGatherer = ({ ms, enough }: Gathering, most: number) => {
  /** The number of callers that waited when the last write ended (its own and those of the next), and the time of its end. */
  let last = { callers: 0, endedAt: Number.NEGATIVE_INFINITY }
  let awaited: { readonly callers: number; readonly done: () => void } | undefined

  return {
    /** Waits before a write for which `waiting` callers wait already. */
    gather(waiting: number): Promise<void> | undefined {
      const callers = Math.min(enough(last.callers), most)
      if (waiting >= callers || performance.now() - last.endedAt >= ms) return undefined
      return new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          awaited = undefined
          resolve()
        }
        const timer = setTimeout(done, ms)
        awaited = { callers, done }
      })
    },
    /** Call this when `waiting` callers wait for the next write. */
    joined(waiting: number): void {
      if (awaited && waiting >= awaited.callers) awaited.done()
    },
    /** Call this after each write. */
    wrote(callers: number): void {
      last = { callers, endedAt: performance.now() }
    },
  }
}
