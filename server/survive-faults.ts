import { tellBackgroundFailure } from '@patchbay/core/in-background'
import { finishingMs } from './http/drain.ts'

/** The last log lines, and what else a stop does when the calls under way are done. */
const lastStepsMs = 5000

/**
 * Handles unforeseen faults. An unhandled rejection belongs to one request: it is logged and counted, and the others go
 * on. An uncaught exception has broken off something that all requests share, such as a timer: `stop` ends the gateway
 * as a signal does, and its supervisor restarts the process. Before a gateway runs, both end the start.
 */
export const surviveFaults = (stop: () => Promise<void>): void => {
  const tell = (work: string, error: unknown): void => {
    if (tellBackgroundFailure({ work, error })) return
    console.error(error)
    process.exit(1)
  }
  let isEnding = false
  process.on('unhandledRejection', (error) => tell('unhandled', error))
  process.on('uncaughtException', (error) => {
    tell('exception', error)
    if (isEnding) return
    isEnding = true
    process.exitCode = 1
    const end = (): void => process.exit(1)
    setTimeout(end, finishingMs + lastStepsMs).unref()
    stop().then(end, end)
  })
}
