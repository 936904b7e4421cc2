import type { CommandGroup } from '../program/command.ts'
import { routeCommand } from '../program/route-command.ts'
import { column } from '../terminal/table.ts'

export const calls: CommandGroup = {
  summary: 'Single calls',
  commands: {
    show: routeCommand({
      summary: 'Show a call and its outcome',
      description: 'Finds it by the x-request-id of its response, or by the id of its audit entry.',
      route: 'GET /admin/calls/{call_id}',
      args: { call_id: 'a request id, or the id of an audit entry' },
      examples: ['patchbay calls show 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'],
      shown: {
        each: 'calls',
        columns: [
          column('id'),
          column('at', 'at', 'moment'),
          column('request id'),
          column('source'),
          column('tenant'),
          column('provider'),
          column('account'),
          column('action'),
          column('token', 'token_id'),
          column('token label'),
          column('application', 'application.client_name'),
          column('ip'),
          column('outcome'),
          column('status'),
          column('code'),
          column('reason'),
          column('cache'),
          column('ms', 'duration_ms'),
          column('bytes'),
          column('billable', 'billable', 'yesno'),
          column('tries', 'tries'),
        ],
      },
    }),
  },
}
