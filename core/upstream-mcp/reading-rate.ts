/** The bytes a millisecond that are read of a host's messages which answer nothing: a twentieth to a tenth of the thread's time. */
const bytesPerMs = 4096
/** The debt up to which nobody waits, and half of which is left after a wait: fewer waits, none of them shorter than a timer can be. */
const mostDebtMs = 64
const mostHosts = 1000

/** The rates at which hosts are read. */
interface ReadingRates {
  /** Counts bytes that were read. Returns the milliseconds for which no more may be read of that answer. */
  spend(host: string, bytes: number): number
}

/**
 * Bounds the time that hosts take of the one thread by what they send beside their answers, whatever the number of calls: a host that
 * sends faster is read later, and its connections stop taking bytes. Time in milliseconds.
 */
export const createReadingRates = (clock: { now(): number } = performance): ReadingRates => {
  /** The time at which what was read of a host is made up for. */
  const evenAt = new Map<string, number>()
  const forgetEven = (now: number): void => {
    for (const [host, at] of evenAt) if (at <= now) evenAt.delete(host)
  }
  return {
    spend(host, bytes) {
      const now = clock.now()
      if (evenAt.size >= mostHosts) forgetEven(now)
      const at = Math.max(now, evenAt.get(host) ?? 0) + bytes / bytesPerMs
      evenAt.set(host, at)
      const debt = at - now
      return debt > mostDebtMs ? debt - mostDebtMs / 2 : 0
    },
  }
}

/** The rates of this process. */
export const readingRates = createReadingRates()
