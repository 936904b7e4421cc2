import { setTimeout as sleep } from 'node:timers/promises'
import type { JobParameters, JobRepository } from 'agenda'

const pollMs = 100

export interface Locks {
  /** Locks a job for this process; `undefined`: another run held the lock for `patienceMs`, or until the abort. */
  take(name: string, patienceMs: number, signal: AbortSignal): Promise<JobParameters | undefined>
  /** Releases the locks of these jobs that this process holds. */
  release(names: string[]): Promise<void>
}

/** The jobs' locks in the store; `owner` marks those of this process. */
export const createLocks = (repository: JobRepository, owner: string): Locks => {
  const tryOnce = async (name: string): Promise<JobParameters | undefined> => {
    const { jobs } = await repository.queryJobs({ name })
    const [job] = jobs
    return job && repository.lockJob(job, { lastModifiedBy: owner })
  }

  return {
    async take(name, patienceMs, signal) {
      for (const deadline = performance.now() + patienceMs; ; await sleep(pollMs)) {
        const locked = await tryOnce(name)
        if (locked || signal.aborted || performance.now() > deadline) return locked
      }
    },
    async release(names) {
      const { jobs } = await repository.queryJobs({ names })
      const ours = jobs.filter(({ lockedAt, lastModifiedBy }) => lockedAt && lastModifiedBy === owner)
      await repository.unlockJobs(ours.map(({ _id }) => _id))
    },
  }
}
