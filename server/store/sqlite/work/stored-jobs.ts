import type { JobId, JobParameters, JobsQueryOptions, RemoveJobsOptions } from 'agenda'
import type { SqliteDatabase } from '../engine/database.ts'
import { isUnique, type JobRow, matchesCriteria, type StoredJob, toRow, toStoredJob } from './job-rows.ts'

const hasCriteria = ({ id, ids, name, names, notNames, data }: RemoveJobsOptions): boolean =>
  Boolean(id || ids?.length || name || names?.length || notNames?.length || data !== undefined)

/** The rows of jobs, for use within a transaction. */
export const createStoredJobs = (db: SqliteDatabase) => {
  const allRows = db.query<JobRow, []>('SELECT * FROM jobs')
  const selectByName = db.query<JobRow, [name: string]>('SELECT * FROM jobs WHERE name = ?')
  const selectById = db.query<JobRow, [id: string]>('SELECT * FROM jobs WHERE id = ?')
  const replace = db.query<never, [id: string, name: string, job: string]>(
    'INSERT OR REPLACE INTO jobs (id, name, job) VALUES (?, ?, ?)',
  )
  const removeRow = db.query<never, [id: string]>('DELETE FROM jobs WHERE id = ?')

  const all = (): StoredJob[] => allRows.all().map(toStoredJob)
  const named = (name: string): StoredJob[] => selectByName.all(name).map(toStoredJob)
  const byId = (id: string): StoredJob | undefined => {
    const row = selectById.get(id)
    return row ? toStoredJob(row) : undefined
  }
  const put = (job: StoredJob): StoredJob => {
    const { id, name, job: rest } = toRow(job)
    replace.run(id, name, rest)
    return job
  }

  /** Changes all matching jobs and returns their number. Without criteria it changes none. */
  const forEach = (options: RemoveJobsOptions, change: (job: StoredJob) => void): Promise<number> =>
    db.write(() => {
      if (!hasCriteria(options)) return 0
      const jobs = all().filter((job) => matchesCriteria(job, options as JobsQueryOptions))
      for (const job of jobs) change(job)
      return jobs.length
    })

  /** Finds the job to save: by its id, as the single job of its name, or by its `unique` constraint. */
  const findToSave = ({ _id, name, type, unique }: JobParameters): StoredJob | undefined => {
    if (_id) return byId(_id)
    if (type === 'single') return named(name).find((job) => job.type === 'single')
    return unique && named(name).find((job) => isUnique(job, unique))
  }

  return {
    all,
    named,
    byId,
    put,
    remove: (id: JobId): void => {
      removeRow.run(id)
    },
    forEach,
    findToSave,
  }
}
