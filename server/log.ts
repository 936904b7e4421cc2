import pino, { type Logger } from 'pino'

/** pino's `minLength` must stay below 16,384, where it writes at once again. */
const batchBytes = 8192
const flushMs = 500

export interface Log extends Logger {
  /** Writes what waits, now. */
  flushNow(): void
}

/** One JSON line an event on stdout, written in batches: a line by itself costs more than the rest of a cached call. */
export const createLog = (level: string): Log => {
  const destination = pino.destination({ dest: 1, sync: false, minLength: batchBytes })
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  const timer = setInterval(() => destination.flush(), flushMs)
  timer.unref()
  return Object.assign(log, { flushNow: () => destination.flushSync() })
}
