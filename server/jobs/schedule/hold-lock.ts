import type { Job as AgendaJob } from 'agenda'

/**
 * Renews a running job's lock, which another process may take once it is older than `lockMs`. Calls `lost` when renewing
 * has failed for that long.
 *
 * @returns a function that stops renewing; it resolves when no renewal is under way, which could lock the job again
 */
export const holdLock = (agendaJob: AgendaJob, lockMs: number, lost: () => void): (() => Promise<void>) => {
  let renewing = Promise.resolve()
  let renewedAt = performance.now()

  const renew = async (): Promise<void> => {
    const startedAt = performance.now()
    try {
      await agendaJob.touch()
      renewedAt = startedAt
    } catch {
      // Not logged here: Agenda reports a store that is down whenever it polls.
      if (performance.now() - renewedAt > lockMs / 2) lost()
    }
  }

  const timer = setInterval(() => {
    renewing = renewing.then(renew)
  }, lockMs / 4)
  return async () => {
    clearInterval(timer)
    await renewing
  }
}
