import { invalid } from '@patchbay/core/errors'
import Type from 'typebox'
import { json, type Route } from '../http/exchange.ts'
import { type JobRun, lastRunOf } from '../jobs/index.ts'
import { type AdminParts, type AdminRouteFactory, checkRole } from './admin-route.ts'

const runBody = Type.Object({ cron: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false })

const toJson = ({ outcome, duration_ms, result, error, code }: JobRun) => ({
  outcome,
  duration_ms,
  ...(result && { result }),
  ...(error && { error, code }),
})

/** `/admin/crons` and `/admin/run-cron`: the scheduled jobs. */
export const cronRoutes = (
  adminRoute: AdminRouteFactory,
  { store, jobs, scheduler, schedules }: AdminParts,
): Route[] => {
  const listed = () => jobs.map(({ name, cron }) => `${cron} (${name})`).join(', ') || 'none'

  return [
    adminRoute({
      method: 'GET',
      path: '/admin/crons',
      action: 'list_crons',
      auditTarget: () => ({ tenant: null, key: 'crons' }),
      async handle() {
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
      auditTarget: (_params, body) => ({ tenant: null, key: body ? `crons/${body.cron}` : 'crons' }),
      body: runBody,
      async handle({ body: { cron }, caller }) {
        if (jobs.some((job) => job.name === 're-seal' && job.cron === cron)) checkRole(caller, 'owner', 're-seal')
        const runs = await scheduler.runNow(cron)
        if (runs.length === 0) throw invalid('/cron', `no job runs on this expression; there are: ${listed()}`)
        return json({
          cron,
          results: runs.map((run) =>
            run.outcome === 'skipped' ? run : { name: run.name, at: run.at, ...toJson(run) },
          ),
        })
      },
    }),
  ]
}
