import type { JobRepository } from 'agenda'
import { parseCron } from '../../configuration/crons.ts'
import type { Job } from './job.ts'

/**
 * Brings forward runs that are scheduled later than their cron allows. They were scheduled while a clock was ahead, and
 * their jobs would not run until that time.
 */
export const bringForward = async (
  repository: JobRepository,
  jobs: readonly Job[],
  lastModifiedBy: string,
): Promise<void> => {
  const { jobs: stored } = await repository.queryJobs({ names: jobs.map(({ name }) => name) })
  for (const { name, cron } of jobs) {
    const nextRunAt = parseCron(cron).next().toDate()
    const late = stored.find((job) => job.name === name && job.repeatInterval === cron)
    if (!late?.nextRunAt || late.nextRunAt <= nextRunAt) continue
    // A locked job is about to run, and its end schedules the next run.
    const locked = await repository.lockJob(late, { lastModifiedBy })
    // A lock that is left out would stay.
    if (locked)
      await repository.saveJobState(Object.assign(locked, { nextRunAt, lockedAt: undefined }), { lastModifiedBy })
  }
}
