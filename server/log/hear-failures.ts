import { type BackgroundFailure, hearBackgroundFailures } from '@patchbay/core/in-background'
import type { Log } from './log.ts'

/**
 * Every failure is counted, but only one a minute is logged for each kind of work, as failing work may repeat many
 * times a second.
 */
const silentMs = 60_000

const messages: Readonly<Record<string, string>> = {
  unhandled: 'a promise was rejected and nobody handled that: a fault of the gateway, which goes on',
  exception: 'nobody caught an exception: a fault of the gateway, which ends once the calls under way are done',
}

/** Logs and counts failures of work that nobody waits for, until the returned function is called. */
export const hearFailures = (log: Pick<Log, 'error'>, count: (work: string) => void): (() => void) => {
  const loggedAt = new Map<string, number>()
  return hearBackgroundFailures(({ work, error }: BackgroundFailure) => {
    count(work)
    const now = performance.now()
    if (now - (loggedAt.get(work) ?? Number.NEGATIVE_INFINITY) < silentMs) return
    loggedAt.set(work, now)
    log.error({ err: error, work }, messages[work] ?? 'work that nobody waits for has failed')
  })
}
