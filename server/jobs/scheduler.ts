import { setTimeout as sleep } from 'node:timers/promises'
import { Agenda, Job as AgendaJob, type JobParameters, type JobRepository } from 'agenda'
import { onceAMinute } from '../log/once-a-minute.ts'
import { bringForward } from './bring-forward.ts'
import { holdLock } from './hold-lock.ts'
import type { Job } from './job.ts'
import type { JobRun, RunJob } from './run-job.ts'

/** A run that was asked for and could not begin. */
export interface SkippedRun {
  readonly name: string
  readonly outcome: 'skipped'
  readonly error: string
}

/** Runs jobs by their crons: of all gateways on one store, one runs a job at a time. */
export interface Scheduler {
  /** Makes the schedules that aren't there yet and begins to run what is due. */
  start(): Promise<void>
  /** Runs all jobs on a cron expression now; waits a while for those that are running already. */
  runNow(cron: string): Promise<readonly (JobRun | SkippedRun)[]>
  /** Tells running jobs to end, waits for them, and leaves what was not begun to others. */
  stop(): Promise<void>
}

export interface SchedulerParts {
  readonly jobs: readonly Job[]
  readonly repository: JobRepository
  readonly runJob: RunJob
  /** Told of what Agenda can't do, e.g. while the store is down; once a minute at most. */
  readonly onError: (error: unknown) => void
  /** Milliseconds between two looks at what is due. */
  readonly processEveryMs?: number
  /** Milliseconds after which the lock of a process that died is free. */
  readonly lockMs?: number
  /** Milliseconds that `stop` waits for running jobs, and `runNow` for a lock. */
  readonly patienceMs?: number
}

const lookMs = 100
/** Looks at what is due, between two at what a clock that was ahead has scheduled. */
const looksBetween = 12

export const createScheduler = ({
  jobs,
  repository,
  runJob,
  onError,
  processEveryMs = 5000,
  lockMs = 120_000,
  patienceMs = 25_000,
}: SchedulerParts): Scheduler => {
  /** What this process has locked is told from the rest by it. */
  const owner = crypto.randomUUID()
  const stopping = new AbortController()
  const runs = new WeakMap<AgendaJob, JobRun>()
  const tellError = onceAMinute(onError)
  /** Agenda doesn't wait for `unlockJob`: what it rejects with would end the process. A lock that stays ends by itself. */
  const agendasRepository: JobRepository = Object.assign(Object.create(repository), {
    unlockJob: (job: JobParameters) => repository.unlockJob(job).catch(tellError),
  })
  const agenda = new Agenda({
    name: owner,
    processEvery: processEveryMs,
    // And no lock limit: a lock that expires before its run begins counts for ever, and the job would never run here again.
    defaultConcurrency: 1,
    defaultLockLifetime: lockMs,
    backend: {
      name: 'the store',
      repository: agendasRepository,
      ownsConnection: false,
      // `start` connects the repository: Agenda would leave a rejection to nobody.
      connect: async () => undefined,
      disconnect: async () => undefined,
    },
  })

  agenda.on('error', tellError)

  let mending = Promise.resolve()
  let timer: Timer | undefined
  const mend = (): void => {
    mending = bringForward(repository, jobs, owner).catch(tellError)
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
   * Not Agenda's `every`: it writes over the schedule that is there, frees its lock, and forgets a run that is overdue.
   */
  const schedule = async ({ name, cron }: Job): Promise<void> => {
    const insert = () =>
      agenda
        .create(name, {})
        .repeatEvery(cron, { timezone: 'UTC' })
        .unique({ name, repeatInterval: cron }, { insertOnly: true })
        .save()
    // Of two gateways that insert at once the second one fails, and finds it there when it comes again.
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
    for (const deadline = performance.now() + patienceMs; ; await sleep(lookMs)) {
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

  /** What was locked ahead of its time: Agenda's `drain` keeps that. */
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
      timer = setInterval(mend, processEveryMs * looksBetween)
      await agenda.start()
    },
    runNow: (cron) => Promise.all(jobs.filter((job) => job.cron === cron).map(runOne)),
    async stop() {
      stopping.abort(new Error('the gateway stops'))
      clearInterval(timer)
      await mending
      const { timedOut } = await agenda.drain({ timeout: patienceMs, closeConnection: false })
      if (!timedOut) await unlock().catch(onError)
    },
  }
}
