import { isoTime } from '@patchbay/core/time'
import type { JobRepository } from 'agenda'
import type { Crons } from '../../configuration/crons.ts'

/** A job's schedule in the store. */
export interface Schedule {
  readonly name: string
  /** ISO 8601, UTC; `null`: never. */
  readonly next_run_at: string | null
  readonly is_running: boolean
  /** The time by which the job is overdue. */
  readonly lag_ms: number
}

/** The schedules of the jobs that are on, by their names. */
export type Schedules = () => Promise<ReadonlyMap<string, Schedule>>

export const createSchedules =
  (repository: JobRepository, crons: Crons): Schedules =>
  async () => {
    const wanted = new Map<string, string>(Object.entries(crons))
    const { jobs } = await repository.queryJobs({ sort: { name: 'asc' } })
    const current = jobs.filter(({ name, repeatInterval }) => wanted.get(name) === repeatInterval)
    const schedules = current.map(({ name, nextRunAt, lockedAt, lastRunAt, lastFinishedAt }): Schedule => {
      const lag = nextRunAt ? Date.now() - nextRunAt.getTime() : 0
      return {
        name,
        next_run_at: nextRunAt ? isoTime(nextRunAt) : null,
        // A lock alone doesn't count: it may belong to a run that is about to begin.
        is_running: Boolean(lockedAt && lastRunAt && !(lastFinishedAt && lastFinishedAt >= lastRunAt)),
        lag_ms: Math.max(0, lag),
      }
    })
    return new Map(schedules.map((schedule) => [schedule.name, schedule]))
  }
