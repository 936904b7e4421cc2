import { Agenda, type JobParameters, type JobRepository } from 'agenda'
import type { Job } from './job.ts'

interface AgendaOptions {
  /** Marks the locks of this process. */
  readonly owner: string
  readonly processEveryMs: number
  readonly lockMs: number
  /** Once aborted, no poll begins. */
  readonly stopping: AbortSignal
  readonly reportError: (error: unknown) => void
}

interface StoppableAgenda {
  readonly agenda: Agenda
  /** Resolves when no poll is under way, which could still lock a job. */
  polled(): Promise<unknown>
}

/** Agenda over the store's repository, which it neither connects nor closes. */
export const createAgenda = (repository: JobRepository, options: AgendaOptions): StoppableAgenda => {
  const { owner, processEveryMs, lockMs, stopping, reportError } = options
  const polls = new Set<Promise<unknown>>()
  /** Agenda doesn't await `unlockJob`, so its rejection would end the process. A lock that stays expires by itself. */
  const agendasRepository: JobRepository = Object.assign(Object.create(repository), {
    unlockJob: (job: JobParameters) => repository.unlockJob(job).catch(reportError),
    getNextJobToRun: (...parameters: Parameters<JobRepository['getNextJobToRun']>) => {
      if (stopping.aborted) return Promise.resolve(undefined)
      const poll = repository.getNextJobToRun(...parameters)
      polls.add(poll)
      return poll.finally(() => polls.delete(poll))
    },
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
      // The scheduler connects the repository: nobody would catch the rejection of Agenda's own call.
      connect: async () => undefined,
      disconnect: async () => undefined,
    },
  })
  agenda.on('error', reportError)
  return { agenda, polled: () => Promise.allSettled(polls) }
}

/**
 * Makes a job's schedule unless it is there, and removes those of other crons. Not by Agenda's `every`, which overwrites an
 * existing schedule, frees its lock and forgets an overdue run.
 */
export const putSchedule = async (agenda: Agenda, repository: JobRepository, { name, cron }: Job): Promise<void> => {
  const insert = () =>
    agenda
      .create(name, {})
      .repeatEvery(cron, { timezone: 'UTC' })
      .unique({ name, repeatInterval: cron }, { insertOnly: true })
      .save()
  // If two gateways insert at once, one fails; its second try finds the schedule.
  await insert().catch(insert)
  const { jobs } = await repository.queryJobs({ name })
  const outdated = jobs.filter(({ repeatInterval }) => repeatInterval !== cron)
  if (outdated.length > 0) await repository.removeJobs({ ids: outdated.map(({ _id }) => _id) })
}
