import {
  computeJobState,
  type JobParameters,
  type JobRepository,
  type JobRepositoryOptions,
  type JobsQueryOptions,
  type JobsSort,
  type RemoveJobsOptions,
  toJobId,
} from 'agenda'
import type { SqliteDatabase } from '../engine/database.ts'
import { isUnique, type JobRow, matchesCriteria, type StoredJob, toRow, toStoredJob } from './job-rows.ts'

/** The members of a job that `saveJobState` writes. */
const stateMembers: ReadonlySet<string> = new Set<keyof JobParameters>([
  'lockedAt',
  'nextRunAt',
  'lastRunAt',
  'progress',
  'failReason',
  'failCount',
  'failedAt',
  'lastFinishedAt',
])

/** A job with the state of another version of it: members that the other lacks go. */
const withState = (known: StoredJob, job: JobParameters): StoredJob => {
  const others = Object.entries(known).filter(([name]) => !stateMembers.has(name))
  const state = Object.entries(job).filter(([name, value]) => stateMembers.has(name) && value !== undefined)
  return Object.fromEntries([...others, ...state]) as unknown as StoredJob
}

const unlocked = ({ lockedAt: _, ...job }: StoredJob): StoredJob => job

const modifiedBy = (job: StoredJob, options: JobRepositoryOptions | undefined): StoredJob => {
  const { lastModifiedBy: _, ...others } = job
  return options?.lastModifiedBy === undefined ? others : { ...others, lastModifiedBy: options.lastModifiedBy }
}

const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value)

const compare = (a: unknown, b: unknown): number => {
  const [left, right] = [comparable(a) ?? null, comparable(b) ?? null]
  if (left === right) return 0
  if (left === null || right === null) return left === null ? -1 : 1
  return left < right ? -1 : 1
}

/** MongoJobRepository sorts by these members in this order, regardless of the order in which they are given. */
const sortable = ['nextRunAt', 'lastRunAt', 'lastFinishedAt', 'priority', 'name', 'data'] as const

const byAll =
  (sort: JobsSort) =>
  (a: StoredJob, b: StoredJob): number => {
    for (const name of sortable) {
      const order = sort[name] ? compare(a[name], b[name]) : 0
      if (order !== 0) return sort[name] === 'asc' ? order : -order
    }
    return 0
  }

const hasCriteria = ({ id, ids, name, names, notNames, data }: RemoveJobsOptions): boolean =>
  Boolean(id || ids?.length || name || names?.length || notNames?.length || data !== undefined)

/**
 * Agenda's published `JobRepository` over the embedded store. It has one row for each schedule, a dozen in all, so it selects
 * rows in JavaScript. Each method is one transaction, and so atomic. It behaves like `MongoJobRepository`, except for
 * `debounce`, which Patchbay doesn't use.
 */
export const sqliteJobRepository = (db: SqliteDatabase): JobRepository => {
  const allRows = db.query<JobRow, []>('SELECT * FROM jobs')
  const selectByName = db.query<JobRow, [name: string]>('SELECT * FROM jobs WHERE name = ?')
  const selectById = db.query<JobRow, [id: string]>('SELECT * FROM jobs WHERE id = ?')
  const replace = db.query<never, [id: string, name: string, job: string]>(
    'INSERT OR REPLACE INTO jobs (id, name, job) VALUES (?, ?, ?)',
  )
  const remove = db.query<never, [id: string]>('DELETE FROM jobs WHERE id = ?')

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
      const found = all().filter((job) => matchesCriteria(job, options as JobsQueryOptions))
      for (const job of found) change(job)
      return found.length
    })

  /** Finds the job to save: by its id, as the single job of its name, or by its `unique` constraint. */
  const findToSave = ({ _id, name, type, unique }: JobParameters): StoredJob | undefined => {
    if (_id) return byId(_id)
    if (type === 'single') return named(name).find((job) => job.type === 'single')
    return unique && named(name).find((job) => isUnique(job, unique))
  }

  const save = (job: JobParameters, options: JobRepositoryOptions | undefined): JobParameters => {
    const { unique, uniqueOpts, ...props } = job
    if (uniqueOpts?.debounce) throw new TypeError('the embedded store has no debounced jobs')
    const known = findToSave(job)
    if (known && uniqueOpts?.insertOnly && !job._id) return known
    // The job was removed in the meantime.
    if (!known && job._id) return job
    const isOverdue = known && job.type === 'single' && !job._id && job.nextRunAt && job.nextRunAt <= new Date()
    const nextRunAt = isOverdue ? known.nextRunAt : job.nextRunAt
    return put(modifiedBy({ ...props, nextRunAt, _id: known?._id ?? toJobId(crypto.randomUUID()) }, options))
  }

  const lock = (job: StoredJob | undefined, at: Date, options: JobRepositoryOptions | undefined) =>
    job && put(modifiedBy({ ...job, lockedAt: at }, options))

  const queryJobs: JobRepository['queryJobs'] = (options = {}) =>
    db.read(() => {
      const { state, search, includeDisabled = true, sort, skip = 0, limit = 0 } = options
      const now = new Date()
      const found = all()
        .filter((job) => matchesCriteria(job, options))
        .filter((job) => !search || job.name.toLowerCase().includes(search.toLowerCase()))
        .filter((job) => includeDisabled || !job.disabled)
        .map((job) => ({ ...job, state: computeJobState(job, now) }))
        .filter((job) => !state || (state === 'paused' ? job.disabled === true : job.state === state))
        .sort(byAll(sort ?? { nextRunAt: 'desc', lastRunAt: 'desc' }))
      return { jobs: found.slice(skip, limit > 0 ? skip + limit : undefined), total: found.length }
    })

  const summarizeJobs = (name: string, jobs: readonly StoredJob[], now: Date) => {
    const states = jobs.map((job) => computeJobState(job, now))
    const count = (state: string) => states.filter((each) => each === state).length
    return {
      name,
      total: jobs.length,
      running: count('running'),
      scheduled: count('scheduled'),
      queued: count('queued'),
      completed: count('completed'),
      failed: count('failed'),
      repeating: count('repeating'),
      paused: jobs.filter((job) => job.disabled).length,
    }
  }

  return {
    /** Unlocks all jobs: the store belongs to this process, so a lock is that of a dead process. */
    connect: () =>
      db.write(() => {
        for (const job of all()) if (job.lockedAt) put(unlocked(job))
      }),
    queryJobs,
    getJobsOverview: () =>
      db.read(() =>
        [...Map.groupBy(all(), ({ name }) => name)].map(([name, jobs]) => summarizeJobs(name, jobs, new Date())),
      ),
    getDistinctJobNames: () => db.read(() => [...new Set(all().map(({ name }) => name))]),
    getJobById: (id) => db.read(() => byId(id) ?? null),
    getQueueSize: () => db.read(() => all().filter(({ nextRunAt }) => nextRunAt && nextRunAt < new Date()).length),
    removeJobs: (options) =>
      forEach(options, ({ _id }) => {
        remove.run(_id)
      }),
    disableJobs: (options) => forEach(options, (job) => put({ ...job, disabled: true })),
    enableJobs: (options) => forEach(options, (job) => put({ ...job, disabled: false })),
    purgeAllJobs: () =>
      db.write(() => {
        const jobs = all()
        for (const { _id } of jobs) remove.run(_id)
        return jobs.length
      }),
    saveJob: <DATA>(job: JobParameters<DATA>, options: JobRepositoryOptions | undefined) =>
      db.write(() => save(job, options) as JobParameters<DATA>),
    saveJobState: (job, options) =>
      db.write(() => {
        const known = job._id && byId(job._id)
        if (!known) throw new Error(`the job ${job.name} no longer exists`)
        put(modifiedBy(withState(known, job), options))
      }),
    lockJob: (job, options) =>
      db.write(() => {
        const known = job._id && byId(job._id)
        const isFree = known && !known.lockedAt && !known.disabled && compare(known.nextRunAt, job.nextRunAt) === 0
        return isFree ? lock(known, new Date(), options) : undefined
      }),
    unlockJob: (job) =>
      db.write(() => {
        const known = job._id && byId(job._id)
        if (known?.nextRunAt) put(unlocked(known))
      }),
    unlockJobs: (ids) =>
      db.write(() => {
        for (const job of all()) if (ids.includes(job._id)) put(unlocked(job))
      }),
    getNextJobToRun: (name, nextScanAt, lockDeadline, now = new Date(), options) =>
      db.write(() => {
        const isDue = ({ nextRunAt, lockedAt }: StoredJob) =>
          lockedAt ? lockedAt <= lockDeadline : nextRunAt !== null && nextRunAt <= nextScanAt
        const [next] = named(name)
          .filter((job) => !job.disabled && isDue(job))
          .sort(byAll({ nextRunAt: 'asc', priority: 'desc' }))
        return lock(next, now, options)
      }),
  }
}
