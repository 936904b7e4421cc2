import {
  computeJobState,
  type JobParameters,
  type JobRepository,
  type JobRepositoryOptions,
  type JobsSort,
  toJobId,
} from 'agenda'
import type { SqliteDatabase } from '../engine/database.ts'
import { matchesCriteria, type StoredJob } from './job-rows.ts'
import { createStoredJobs } from './stored-jobs.ts'

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
const withState = (current: StoredJob, job: JobParameters): StoredJob => {
  const others = Object.entries(current).filter(([name]) => !stateMembers.has(name))
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

type JobsQuery = Parameters<JobRepository['queryJobs']>[0]

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

/** The page of the jobs that a query wants, with their states, and how many there are. */
const selectJobs = (jobs: readonly StoredJob[], options: JobsQuery = {}) => {
  const { state, search, includeDisabled = true, sort, skip = 0, limit = 0 } = options
  const now = new Date()
  const matches = jobs
    .filter((job) => matchesCriteria(job, options))
    .filter((job) => !search || job.name.toLowerCase().includes(search.toLowerCase()))
    .filter((job) => includeDisabled || !job.disabled)
    .map((job) => ({ ...job, state: computeJobState(job, now) }))
    .filter((job) => !state || (state === 'paused' ? job.disabled === true : job.state === state))
    .sort(byAll(sort ?? { nextRunAt: 'desc', lastRunAt: 'desc' }))
  return { jobs: matches.slice(skip, limit > 0 ? skip + limit : undefined), total: matches.length }
}

/**
 * Agenda's published `JobRepository` over the embedded store. It has one row for each schedule, a dozen in all, so it selects
 * rows in JavaScript. Each method is one transaction, and so atomic. It behaves like `MongoJobRepository`, except for
 * `debounce`, which Patchbay doesn't use.
 */
export const sqliteJobRepository = (db: SqliteDatabase): JobRepository => {
  const { all, named, byId, put, remove, forEach, findToSave } = createStoredJobs(db)

  const save = (job: JobParameters, options: JobRepositoryOptions | undefined): JobParameters => {
    const { unique, uniqueOpts, ...props } = job
    if (uniqueOpts?.debounce) throw new TypeError('the embedded store has no debounced jobs')
    const current = findToSave(job)
    if (current && uniqueOpts?.insertOnly && !job._id) return current
    // The job was removed in the meantime.
    if (!current && job._id) return job
    const isOverdue = current && job.type === 'single' && !job._id && job.nextRunAt && job.nextRunAt <= new Date()
    const nextRunAt = isOverdue ? current.nextRunAt : job.nextRunAt
    return put(modifiedBy({ ...props, nextRunAt, _id: current?._id ?? toJobId(crypto.randomUUID()) }, options))
  }

  const lock = (job: StoredJob | undefined, at: Date, options: JobRepositoryOptions | undefined) =>
    job && put(modifiedBy({ ...job, lockedAt: at }, options))

  return {
    /** Unlocks all jobs: the store belongs to this process, so a lock is that of a dead process. */
    connect: () =>
      db.write(() => {
        for (const job of all()) if (job.lockedAt) put(unlocked(job))
      }),
    queryJobs: (options) => db.read(() => selectJobs(all(), options)),
    getJobsOverview: () =>
      db.read(() =>
        [...Map.groupBy(all(), ({ name }) => name)].map(([name, jobs]) => summarizeJobs(name, jobs, new Date())),
      ),
    getDistinctJobNames: () => db.read(() => [...new Set(all().map(({ name }) => name))]),
    getJobById: (id) => db.read(() => byId(id) ?? null),
    getQueueSize: () => db.read(() => all().filter(({ nextRunAt }) => nextRunAt && nextRunAt < new Date()).length),
    removeJobs: (options) =>
      forEach(options, ({ _id }) => {
        remove(_id)
      }),
    disableJobs: (options) => forEach(options, (job) => put({ ...job, disabled: true })),
    enableJobs: (options) => forEach(options, (job) => put({ ...job, disabled: false })),
    purgeAllJobs: () =>
      db.write(() => {
        const jobs = all()
        for (const { _id } of jobs) remove(_id)
        return jobs.length
      }),
    saveJob: <DATA>(job: JobParameters<DATA>, options: JobRepositoryOptions | undefined) =>
      db.write(() => save(job, options) as JobParameters<DATA>),
    saveJobState: (job, options) =>
      db.write(() => {
        const current = job._id && byId(job._id)
        if (!current) throw new Error(`the job ${job.name} no longer exists`)
        put(modifiedBy(withState(current, job), options))
      }),
    lockJob: (job, options) =>
      db.write(() => {
        const current = job._id && byId(job._id)
        const isFree =
          current && !current.lockedAt && !current.disabled && compare(current.nextRunAt, job.nextRunAt) === 0
        return isFree ? lock(current, new Date(), options) : undefined
      }),
    unlockJob: (job) =>
      db.write(() => {
        const current = job._id && byId(job._id)
        if (current?.nextRunAt) put(unlocked(current))
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
