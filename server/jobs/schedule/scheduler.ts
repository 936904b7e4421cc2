import { Job as AgendaJob, type JobRepository } from 'agenda'
import { onceAMinute } from '../../log/once-a-minute.ts'
import { createAgenda, putSchedule } from './agenda.ts'
import { bringForward } from './bring-forward.ts'
import { holdLock } from './hold-lock.ts'
import type { Job } from './job.ts'
import { createLocks } from './locks.ts'
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
  /** Runs one job now, as `runNow` does. `undefined`: there is no such job, or it is off. */
  runJob(name: string): Promise<JobRun | SkippedRun | undefined>
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

/** The number of polls between two corrections of schedules that a fast clock made. */
const pollsBetweenCorrections = 12

/** Brings schedules forward from time to time. Call the result to end that; it resolves when no correction is under way. */
const keepCorrecting = (correct: () => Promise<void>, everyMs: number): (() => Promise<void>) => {
  let correcting = Promise.resolve()
  const timer = setInterval(() => {
    correcting = correct()
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await correcting
  }
}

export const createScheduler = ({
  jobs,
  repository,
  runJob,
  onError,
  processEveryMs = 5000,
  lockMs = 120_000,
  patienceMs = 25_000,
}: SchedulerParts): Scheduler => {
  const owner = crypto.randomUUID()
  const stopping = new AbortController()
  const runs = new WeakMap<AgendaJob, JobRun>()
  const reportError = onceAMinute(onError)
  const { agenda, polled } = createAgenda(repository, {
    owner,
    processEveryMs,
    lockMs,
    stopping: stopping.signal,
    reportError,
  })
  const locks = createLocks(repository, owner)
  let stopCorrecting = async (): Promise<void> => {}

  const perform = async (job: Job, agendaJob: AgendaJob): Promise<void> => {
    const lost = new AbortController()
    const letGo = holdLock(agendaJob, lockMs, () => lost.abort(new Error('the lock of the job was lost')))
    try {
      runs.set(agendaJob, await runJob(job, AbortSignal.any([stopping.signal, lost.signal])))
    } finally {
      await letGo()
    }
  }

  const runOne = async ({ name }: Job): Promise<JobRun | SkippedRun> => {
    const skipped: SkippedRun = { name, outcome: 'skipped', error: 'it is running already' }
    const locked = await locks.take(name, patienceMs, stopping.signal)
    if (!locked) return skipped
    const agendaJob = new AgendaJob(agenda, locked, true)
    await agendaJob.run()
    return runs.get(agendaJob) ?? skipped
  }

  return {
    async start() {
      await repository.connect()
      for (const job of jobs) {
        agenda.define(job.name, (agendaJob) => perform(job, agendaJob))
        await putSchedule(agenda, repository, job)
      }
      const correct = () => bringForward(repository, jobs, owner)
      await correct()
      stopCorrecting = keepCorrecting(() => correct().catch(reportError), processEveryMs * pollsBetweenCorrections)
      await agenda.start()
    },
    runNow: (cron) => Promise.all(jobs.filter((job) => job.cron === cron).map(runOne)),
    async runJob(name) {
      const job = jobs.find((each) => each.name === name)
      return job && (await runOne(job))
    },
    async stop() {
      stopping.abort(new Error('the gateway is stopping'))
      await stopCorrecting()
      const { timedOut } = await agenda.drain({ timeout: patienceMs, closeConnection: false })
      await polled()
      // Agenda's `drain` leaves jobs locked that were locked ahead of their time.
      if (!timedOut) await locks.release(jobs.map(({ name }) => name)).catch(onError)
    },
  }
}
