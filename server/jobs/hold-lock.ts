import type { Job as AgendaJob } from 'agenda'

/**
 * Renews a running job's lock, which another process may take once it is older than `lockMs`. Where that fails for so
 * long that this may have happened, `lost` is called.
 *
 * @returns how to let go; it resolves when no renewal is under way, which could lock the job again after its end
 */
export const holdLock = (agendaJob: AgendaJob, lockMs: number, lost: () => void): (() => Promise<void>) => {
  let renewing = Promise.resolve()
  let renewedAt = performance.now()

  const renew = async (): Promise<void> => {
    const begun = performance.now()
    try {
      await agendaJob.touch()
      renewedAt = begun
    } catch {
      // Agenda tells of a store that is down at each of its own looks.
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
