import type { AuditLog } from '@patchbay/core/audit'
import { elapsedMs } from '@patchbay/core/elapsed-ms'
import { asGatewayError, describeThrown, type ErrorCode, GatewayError } from '@patchbay/core/errors'
import type { Snapshots } from '@patchbay/core/store'
import { currentMs, type IsoTime, isoTime } from '@patchbay/core/time'
import type { Log } from '../../log/log.ts'
import type { Job } from './job.ts'

/** The result of a job's run. */
export interface JobRun {
  readonly name: string
  /** The time of its start. */
  readonly at: IsoTime
  readonly duration_ms: number
  readonly outcome: 'ok' | 'error'
  /** The result of the job. */
  readonly result?: Readonly<Record<string, unknown>>
  /** The fault, in words for callers. */
  readonly error?: string
  readonly code?: ErrorCode
}

/** Runs a job and keeps the result; a run that changed something, or failed, is an audit entry. Never rejects. */
export type RunJob = (job: Job, signal: AbortSignal) => Promise<JobRun>

export interface RunJobParts {
  readonly snapshots: Snapshots
  readonly auditLog: Pick<AuditLog, 'record'>
  readonly log: Pick<Log, 'error' | 'line'>
  readonly onRun: (run: JobRun) => void
}

const isSomething = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isSomething) : Boolean(value)

const didSomething = ({ changes }: Job, result: JobRun['result']): boolean =>
  changes.some((member) => isSomething(result?.[member]))

const toJobKey = (job: string): string => `jobs/${job}`

/** The last run of a job, on any gateway; `undefined` before the first. */
export const findLastRun = async (snapshots: Snapshots, job: string): Promise<JobRun | undefined> => {
  const snapshot = await snapshots.get(toJobKey(job))
  return snapshot && JSON.parse(snapshot.value)
}

/** An error that a job throws after it was aborted is not the job's fault: its next run does the rest. */
const cutOff = ({ reason }: AbortSignal, thrown: unknown): GatewayError =>
  new GatewayError('UNAVAILABLE', `The job was cut off because ${describeThrown(reason)}; its next run continues`, {
    reason: `cut off because ${describeThrown(reason)}: ${describeThrown(thrown)}`,
    cause: thrown,
  })

export const createRunJob = ({ snapshots, auditLog, log, onRun }: RunJobParts): RunJob => {
  const perform = async (
    job: Job,
    signal: AbortSignal,
  ): Promise<{ result?: JobRun['result']; error?: GatewayError }> => {
    try {
      return { result: await job.run(signal) }
    } catch (thrown) {
      if (signal.aborted) return { error: cutOff(signal, thrown) }
      log.error({ err: thrown, job: job.name }, 'a job failed')
      return { error: asGatewayError(thrown) }
    }
  }

  const keep = async (run: JobRun): Promise<void> => {
    try {
      await snapshots.put({ name: toJobKey(run.name), at: run.at, value: JSON.stringify(run) })
    } catch (error) {
      log.error({ err: error, job: run.name }, 'the result of a job could not be stored')
    }
  }

  return async (job, signal) => {
    const at = isoTime(currentMs())
    const startedAt = performance.now()
    const { result, error } = await perform(job, signal)
    const duration_ms = elapsedMs(startedAt)
    const run: JobRun = {
      name: job.name,
      at,
      duration_ms,
      outcome: error ? 'error' : 'ok',
      ...(result && { result }),
      ...(error && { error: error.message, code: error.code }),
    }
    log.line({ job: job.name, outcome: run.outcome, ms: duration_ms })
    onRun(run)
    await keep(run)
    if (!error && !didSomething(job, result)) return run
    await auditLog.record({
      action: 'run_job',
      source: 'job',
      key: toJobKey(job.name),
      outcome: run.outcome,
      code: error?.code,
      status: error?.status,
      reason: error?.reason,
      duration_ms,
    })
    return run
  }
}
