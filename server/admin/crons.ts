import { invalid } from '@patchbay/core/errors'
import Type from 'typebox'
import { json } from '../http/exchange.ts'
import type { Job } from '../jobs/job.ts'
import { type JobRun, lastRunOf } from '../jobs/run-job.ts'
import { type AdminGroup, adminRoute, answer } from './admin-route.ts'
import { checkRole } from './mount.ts'
import { closed, instant, orNull } from './schemas.ts'

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
  result: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'What the job says of its work' })),
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

const runsJson = Type.Object({ cron: Type.String(), results: Type.Array(Type.Union([ranJson, skippedJson])) })

const toJson = ({ outcome, duration_ms, result, error, code }: JobRun) => ({
  outcome,
  duration_ms,
  ...(result && { result }),
  ...(error && { error, code }),
})

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
        200: answer('The jobs, with their last and next runs', Type.Object({ crons: Type.Array(cronJson) })),
      },
      async handle(_input, { store, jobs, schedules }) {
        const planned = await schedules()
        const crons = jobs.map(async ({ name, cron }) => {
          const last = await lastRunOf(store.snapshots, name)
          return {
            name,
            cron,
            last_run_at: last?.at ?? null,
            last_result: last ? toJson(last) : null,
            next_run_at: planned.get(name)?.next_run_at ?? null,
          }
        })
        return json({ crons: await Promise.all(crons) })
      },
    }),
    adminRoute({
      method: 'POST',
      path: '/admin/run-cron',
      action: 'run_cron',
      summary: 'Run jobs now',
      description:
        'Runs all jobs of a cron expression, and answers when they are done. `re-seal` needs the role `owner`.',
      auditTarget: (_params, body) => ({ tenant: null, key: body ? `crons/${body.cron}` : 'crons' }),
      body: runBody,
      answers: { 200: answer('The result of each job', runsJson) },
      async handle({ body: { cron }, caller }, { jobs, scheduler }) {
        if (jobs.some((job) => job.name === 're-seal' && job.cron === cron)) checkRole(caller, 'owner', 're-seal')
        const runs = await scheduler.runNow(cron)
        if (runs.length === 0) throw invalid('/cron', `no job runs on this expression; there are: ${listed(jobs)}`)
        return json({
          cron,
          results: runs.map((run) =>
            run.outcome === 'skipped' ? run : { name: run.name, at: run.at, ...toJson(run) },
          ),
        })
      },
    }),
  ],
}
