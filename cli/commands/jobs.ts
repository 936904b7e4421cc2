import { showText } from '@patchbay/core/shown-text'
import type { CommandGroup } from '../program/command.ts'
import { routeCommand } from '../program/route-command.ts'
import { column } from '../terminal/column.ts'
import { CommandError } from '../terminal/command-error.ts'

export const jobCommands: CommandGroup = {
  summary: 'Scheduled jobs',
  commands: {
    list: routeCommand({
      summary: 'List the jobs with their last and next runs',
      route: 'GET /admin/crons',
      examples: ['patchbay jobs list'],
      shown: {
        rows: 'crons',
        none: 'no jobs: CRONS turns all of them off',
        columns: [
          column('job', 'name', 'id'),
          column('outcome', 'last_result.outcome', 'state'),
          column('last run', 'last_run_at', 'moment'),
          column('next run', 'next_run_at', 'moment'),
          column('running', 'is_running', 'yesno'),
          column('cron', 'cron', 'word'),
          column('ms', 'last_result.duration_ms', 'number'),
        ],
      },
    }),
    run: routeCommand({
      summary: 'Run a job now, and wait until it has finished',
      description: 'The exit code is 1 when the job fails or is already running. "re-seal" needs the role owner.',
      route: 'POST /admin/jobs/{job}/run',
      args: { job: 'its name, as "jobs list" shows it' },
      examples: ['patchbay jobs run health-snapshot'],
      shown: {
        columns: [column('name'), column('outcome', 'outcome', 'state'), column('ms', 'duration_ms'), column('result')],
      },
      checkAnswer({ outcome, error }) {
        if (outcome !== 'ok') throw new CommandError('failed', showText(`the job failed: ${error}`))
      },
    }),
  },
}
