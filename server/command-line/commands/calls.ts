import type { CommandGroup } from '../command.ts'
import { routeCommand } from '../route-command.ts'
import { column } from '../table.ts'

export const calls: CommandGroup = {
  summary: 'Single calls',
  commands: {
    show: routeCommand({
      summary: 'Show what became of a call',
      description: 'By the x-request-id of its answer, or by the id of its audit entry.',
      route: 'GET /admin/calls/{call_id}',
      path: { call_id: 'a request id, or the id of an audit entry' },
      examples: ['patchbay calls show 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'],
      shown: {
        each: 'calls',
        columns: [
          ...['id', 'at', 'request_id', 'source', 'tenant', 'provider', 'account', 'action'].map((name) =>
            column(name.replace('_', ' '), name, name === 'at' ? 'moment' : 'text'),
          ),
          column('token', 'token_id'),
          column('token label'),
          column('application', 'application.client_name'),
          ...['ip', 'outcome', 'status', 'code', 'reason', 'cache'].map((name) => column(name)),
          column('ms', 'duration_ms'),
          column('bytes'),
          column('billable', 'billable', 'yesno'),
          column('tries', 'tries'),
        ],
      },
    }),
  },
}
