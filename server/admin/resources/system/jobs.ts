import { GatewayError, invalid } from '@patchbay/core/errors'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import type { Scheduler } from '../../../jobs/index.ts'
import type { Job } from '../../../jobs/schedule/job.ts'
import { findLastRun, type JobRun } from '../../../jobs/schedule/run-job.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../../route/admin-route.ts'
import { checkRole } from '../../route/mount.ts'
import type { AdminCaller } from '../../route/session/caller.ts'
import { closed, instant, orNull } from '../../route/values/schemas.ts'

const runBody = Type.Object(
  {
    cron: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The cron expression of a schedule, as `GET /admin/crons` lists it',
    }),
  },
  { ...closed, title: 'CronToRun', examples: [{ cron: '*/5 * * * *' }] },
)

const runMembers = {
  outcome: Type.Enum(['ok', 'error']),
  duration_ms: Type.Number({ minimum: 0 }),
  result: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'What the job reports about its work' }),
  ),
  error: Type.Optional(Type.String({ description: 'Why the job failed' })),
  code: Type.Optional(Type.String()),
}

const cronJson = Type.Object(
  {
    name: Type.String({ description: 'The job' }),
    cron: Type.String({ description: 'Minute, hour, day, month and weekday, in UTC' }),
    last_run_at: orNull(instant()),
    last_result: orNull(Type.Object(runMembers)),
    next_run_at: orNull(instant()),
    is_running: Type.Boolean({ description: 'Whether it runs now, on any gateway' }),
  },
  { title: 'Schedule' },
)

const ranJson = Type.Object(
  { name: Type.String(), at: instant('When the run began'), ...runMembers },
  { title: 'JobRun' },
)

const skippedJson = Type.Object(
  { name: Type.String(), outcome: Type.Literal('skipped'), error: Type.String() },
  { title: 'SkippedJobRun' },
)

const runJson = Type.Union([ranJson, skippedJson])

const runsJson = Type.Object({ cron: Type.String(), results: Type.Array(runJson) })

const toJson = ({ outcome, duration_ms, result, error, code }: JobRun) => ({
  outcome,
  duration_ms,
  ...(result && { result }),
  ...(error && { error, code }),
})

const runToJson = (run: Awaited<ReturnType<Scheduler['runNow']>>[number]) =>
  run.outcome === 'skipped' ? run : { name: run.name, at: run.at, ...toJson(run) }

/** Sealing everything again is the owners' business, whichever route asks for it. */
const checkMayRun = (caller: AdminCaller, jobs: readonly { readonly name: string }[]): void => {
  if (jobs.some(({ name }) => name === 're-seal')) checkRole(caller, 'owner', 're-seal')
}

const listed = (jobs: readonly Job[]): string => jobs.map(({ name, cron }) => `${cron} (${name})`).join(', ') || 'none'

export const cronRoutes: AdminGroup = {
  name: 'Jobs',
  description: 'The scheduled jobs of the gateway.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/crons',
      action: 'list_crons',
      summary: 'List the scheduled jobs',
      auditTarget: () => ({ tenant: null, key: 'crons' }),
      answers: {
        200: jsonAnswer('The jobs, with their last and next runs', Type.Object({ crons: Type.Array(cronJson) })),
      },
      async handle(_input, { store, jobs, schedules }) {
        const planned = await schedules()
        const crons = jobs.map(async ({ name, cron }) => {
          const last = await findLastRun(store.snapshots, name)
          return {
            name,
            cron,
            last_run_at: last?.at ?? null,
            last_result: last ? toJson(last) : null,
            next_run_at: planned.get(name)?.next_run_at ?? null,
            is_running: planned.get(name)?.is_running ?? false,
          }
        })
        return json({ crons: await Promise.all(crons) })
      },
    }),
    adminRoute({
      method: 'POST',
      path: '/admin/run-cron',
      action: 'run_cron',
      mayTakeLong: true,
      summary: 'Run jobs now',
      description:
        'Runs all jobs of a cron expression, and answers when they are done. `re-seal` needs the role `owner`.',
      auditTarget: (_params, body) => ({ tenant: null, key: body ? `crons/${body.cron}` : 'crons' }),
      body: runBody,
      answers: { 200: jsonAnswer('The result of each job', runsJson) },
      async handle({ body: { cron }, caller }, { jobs, scheduler }) {
        checkMayRun(
          caller,
          jobs.filter((job) => job.cron === cron),
        )
        const runs = await scheduler.runNow(cron)
        if (runs.length === 0) throw invalid('/cron', `no job has this cron expression; use one of: ${listed(jobs)}`)
        return json({ cron, results: runs.map(runToJson) })
      },
    }),
    adminRoute({
      method: 'POST',
      path: '/admin/jobs/:job/run',
      action: 'run_one_job',
      mayTakeLong: true,
      summary: 'Run one job now',
      description: 'Answers when it is done. `re-seal` needs the role `owner`.',
      auditTarget: ({ job }) => ({ tenant: null, key: `jobs/${job}` }),
      answers: { 200: jsonAnswer('The result', runJson) },
      errors: ['NOT_FOUND'],
      async handle({ params: { job }, caller }, { jobs, scheduler }) {
        checkMayRun(caller, [{ name: job }])
        const run = await scheduler.runJob(job)
        if (run) return json(runToJson(run))
        const names = jobs.map(({ name }) => name).join(', ') || 'none'
        throw new GatewayError('NOT_FOUND', `There is no job ${job}, or CRONS turns it off; jobs: ${names}`)
      },
    }),
  ],
}
