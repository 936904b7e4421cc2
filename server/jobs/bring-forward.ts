import type { JobRepository } from 'agenda'
import { parseCron } from '../configuration/crons.ts'
import type { Job } from './job.ts'

/**
 * Brings forward the runs that are later than the next one of their cron: they were scheduled while a clock was ahead,
 * and their jobs would stand still until that time.
 */
export const bringForward = async (
  repository: JobRepository,
  jobs: readonly Job[],
  lastModifiedBy: string,
): Promise<void> => {
  const { jobs: known } = await repository.queryJobs({ names: jobs.map(({ name }) => name) })
  for (const { name, cron } of jobs) {
    const nextRunAt = parseCron(cron).next().toDate()
    const late = known.find((job) => job.name === name && job.repeatInterval === cron)
    if (!late?.nextRunAt || late.nextRunAt <= nextRunAt) continue
    // One that is locked is about to run, and its end schedules the next.
    const locked = await repository.lockJob(late, { lastModifiedBy })
    if (locked) await repository.saveJobState({ ...locked, nextRunAt, lockedAt: undefined }, { lastModifiedBy })
  }
}
