import type { CommandGroup } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { plainText } from '../plain-text.ts'
import { routeCommand } from '../route-command.ts'
import { column } from '../table.ts'

export const jobs: CommandGroup = {
  summary: 'Scheduled jobs',
  commands: {
    list: routeCommand({
      summary: 'List the jobs with their last and next runs',
      route: 'GET /admin/crons',
      examples: ['patchbay jobs list'],
      shown: {
        rows: 'crons',
        none: 'CRONS turns all jobs off',
        columns: [
          column('job', 'name'),
          column('cron'),
          column('last run', 'last_run_at', 'moment'),
          column('outcome', 'last_result.outcome'),
          column('ms', 'last_result.duration_ms', 'number'),
          column('next run', 'next_run_at', 'moment'),
          column('running', 'is_running', 'yesno'),
        ],
      },
    }),
    run: routeCommand({
      summary: 'Run a job now, and wait until it is done',
      description: 'The exit code is 1 when the job fails or is running already. "re-seal" needs the role owner.',
      route: 'POST /admin/jobs/{job}/run',
      path: { job: 'its name, as "jobs list" shows it' },
      examples: ['patchbay jobs run health-snapshot'],
      shown: {
        columns: [...['name', 'outcome'].map((head) => column(head)), column('ms', 'duration_ms'), column('result')],
      },
      judge({ outcome, error }) {
        if (outcome !== 'ok') throw new CommandError('failed', plainText(`the job was not done: ${error}`))
      },
    }),
  },
}
