import { setTimeout as sleep } from 'node:timers/promises'
import { Agenda, Job as AgendaJob, type JobParameters, type JobRepository } from 'agenda'
import { onceAMinute } from '../log/once-a-minute.ts'
import { bringForward } from './bring-forward.ts'
import { holdLock } from './hold-lock.ts'
import type { Job } from './job.ts'
import type { JobRun, RunJob } from './run-job.ts'

/** A requested run that could not begin. */
export interface SkippedRun {
  readonly name: string
  readonly outcome: 'skipped'
  readonly error: string
}

/** Runs jobs by their crons. Of all gateways on one store, only one runs a job at a time. */
export interface Scheduler {
  /** Creates missing schedules, and begins to run what is due. */
  start(): Promise<void>
  /** Runs all jobs of a cron expression now; waits a while for jobs that are running already. */
  runNow(cron: string): Promise<readonly (JobRun | SkippedRun)[]>
  /** Aborts running jobs, waits for them, and leaves the rest to other gateways. */
  stop(): Promise<void>
}

export interface SchedulerParts {
  readonly jobs: readonly Job[]
  readonly repository: JobRepository
  readonly runJob: RunJob
  /** Called with Agenda's errors, e.g. while the store is down; once a minute at most. */
  readonly onError: (error: unknown) => void
  /** Milliseconds between two polls for due jobs. */
  readonly processEveryMs?: number
  /** Milliseconds after which the lock of a process that died is free. */
  readonly lockMs?: number
  /** Milliseconds that `stop` waits for running jobs, and `runNow` for a lock. */
  readonly patienceMs?: number
}

const lockPollMs = 100
/** How many polls there are between two corrections of schedules that a fast clock made. */
const pollsBetweenCorrections = 12

export const createScheduler = ({
  jobs,
  repository,
  runJob,
  onError,
  processEveryMs = 5000,
  lockMs = 120_000,
  patienceMs = 25_000,
}: SchedulerParts): Scheduler => {
  /** Marks the locks of this process. */
  const owner = crypto.randomUUID()
  const stopping = new AbortController()
  const runs = new WeakMap<AgendaJob, JobRun>()
  const reportError = onceAMinute(onError)
  /** Agenda doesn't await `unlockJob`, so its rejection would end the process. A lock that stays expires by itself. */
  const agendasRepository: JobRepository = Object.assign(Object.create(repository), {
    unlockJob: (job: JobParameters) => repository.unlockJob(job).catch(reportError),
  })
  const agenda = new Agenda({
    name: owner,
    processEvery: processEveryMs,
    // No lock limit: Agenda counts a lock that expires before its run begins for ever, and the job would never run here again.
    defaultConcurrency: 1,
    defaultLockLifetime: lockMs,
    backend: {
      name: 'the store',
      repository: agendasRepository,
      ownsConnection: false,
      // `start` connects the repository: nobody would catch the rejection of Agenda's own call.
      connect: async () => undefined,
      disconnect: async () => undefined,
    },
  })

  agenda.on('error', reportError)

  let correcting = Promise.resolve()
  let timer: Timer | undefined
  const correct = (): void => {
    correcting = bringForward(repository, jobs, owner).catch(reportError)
  }

  const perform = async (job: Job, agendaJob: AgendaJob): Promise<void> => {
    const lost = new AbortController()
    const letGo = holdLock(agendaJob, lockMs, () => lost.abort(new Error('the lock of the job was lost')))
    try {
      runs.set(agendaJob, await runJob(job, AbortSignal.any([stopping.signal, lost.signal])))
    } finally {
      await letGo()
    }
  }

  /**
   * Not by Agenda's `every`, which overwrites an existing schedule, frees its lock and forgets an overdue run.
   */
  const schedule = async ({ name, cron }: Job): Promise<void> => {
    const insert = () =>
      agenda
        .create(name, {})
        .repeatEvery(cron, { timezone: 'UTC' })
        .unique({ name, repeatInterval: cron }, { insertOnly: true })
        .save()
    // When two gateways insert at once, one fails; its second try finds the schedule.
    await insert().catch(insert)
    const { jobs: known } = await repository.queryJobs({ name })
    const outdated = known.filter(({ repeatInterval }) => repeatInterval !== cron)
    if (outdated.length > 0) await repository.removeJobs({ ids: outdated.map(({ _id }) => _id) })
  }

  const lock = async (name: string) => {
    const { jobs: known } = await repository.queryJobs({ name })
    const [job] = known
    return job && repository.lockJob(job, { lastModifiedBy: owner })
  }

  const lockPatiently = async (name: string) => {
    for (const deadline = performance.now() + patienceMs; ; await sleep(lockPollMs)) {
      const locked = await lock(name)
      if (locked || stopping.signal.aborted || performance.now() > deadline) return locked
    }
  }

  const runOne = async ({ name }: Job): Promise<JobRun | SkippedRun> => {
    const skipped: SkippedRun = { name, outcome: 'skipped', error: 'it is running already; see GET /admin/crons' }
    const locked = await lockPatiently(name)
    if (!locked) return skipped
    const agendaJob = new AgendaJob(agenda, locked, true)
    await agendaJob.run()
    return runs.get(agendaJob) ?? skipped
  }

  /** Frees jobs that were locked ahead of their time: Agenda's `drain` leaves them locked. */
  const unlock = async (): Promise<void> => {
    const { jobs: known } = await repository.queryJobs({ names: jobs.map(({ name }) => name) })
    const ours = known.filter(({ lockedAt, lastModifiedBy }) => lockedAt && lastModifiedBy === owner)
    await repository.unlockJobs(ours.map(({ _id }) => _id))
  }

  return {
    async start() {
      await repository.connect()
      for (const job of jobs) {
        agenda.define(job.name, (agendaJob) => perform(job, agendaJob))
        await schedule(job)
      }
      await bringForward(repository, jobs, owner)
      timer = setInterval(correct, processEveryMs * pollsBetweenCorrections)
      await agenda.start()
    },
    runNow: (cron) => Promise.all(jobs.filter((job) => job.cron === cron).map(runOne)),
    async stop() {
      stopping.abort(new Error('the gateway stops'))
      clearInterval(timer)
      await correcting
      const { timedOut } = await agenda.drain({ timeout: patienceMs, closeConnection: false })
      if (!timedOut) await unlock().catch(onError)
    },
  }
}
