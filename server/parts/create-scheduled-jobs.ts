import { createProcessHealth } from '../health/process-health.ts'
import { createJobs, createRunJob, createScheduler, createSchedules } from '../jobs/index.ts'
import { suggestionsModel } from '../suggestions/model.ts'
import { createCompareDocument } from '../watch/compare-document.ts'
import type { CallPath } from './create-call-path.ts'
import type { Base } from './open-base.ts'

/** The jobs, their schedules and the scheduler; no job runs before the scheduler is started. */
export const createScheduledJobs = (parts: Base & CallPath) => {
  const { configuration, store, jobRepository, metrics, log, auditLog } = parts
  const schedules = createSchedules(jobRepository, configuration.crons)
  const jobs = createJobs(configuration.crons, {
    ...parts,
    schedules,
    processHealth: createProcessHealth(),
    calls: metrics.tally,
    auditRetentionDays: configuration.auditRetentionDays,
    requestTimeoutMs: configuration.requestTimeoutMs,
    compare: createCompareDocument(configuration),
    model: suggestionsModel(configuration, parts.fetcher),
  })
  const scheduler = createScheduler({
    jobs,
    repository: jobRepository,
    runJob: createRunJob({ snapshots: store.snapshots, auditLog, log, onRun: metrics.onJobRun }),
    onError: (error) => log.warn({ err: error }, 'the schedules could not be read or written; the gateway tries again'),
  })
  return { jobs, schedules, scheduler }
}

export type ScheduledJobs = ReturnType<typeof createScheduledJobs>
