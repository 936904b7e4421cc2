import { Counter, Histogram, type Registry } from 'prom-client'
import type { JobRun } from '../jobs/index.ts'

/** In seconds. */
const buckets = [0.01, 0.1, 1, 10, 60, 600]

/** Counts the runs of jobs on this gateway. */
export const createJobMetrics = (registry: Registry): ((run: JobRun) => void) => {
  const registers = [registry]
  const runs = new Counter({
    name: 'patchbay_job_runs_total',
    help: 'Runs of scheduled jobs on this gateway; outcome is ok or error',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'patchbay_job_duration_seconds',
    help: 'How long runs of scheduled jobs took',
    labelNames: ['job'],
    buckets,
    registers,
  })
  return ({ name: job, outcome, duration_ms }) => {
    runs.inc({ job, outcome })
    seconds.observe({ job }, duration_ms / 1000)
  }
}
