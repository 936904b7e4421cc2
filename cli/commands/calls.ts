import type { CommandGroup } from '../program/command.ts'
import { routeCommand } from '../program/route-command.ts'
import { pageOptions } from '../program/route-options.ts'
import { usageError } from '../terminal/command-error.ts'
import { column } from '../terminal/table.ts'

const unknownCalls = routeCommand({
  summary: 'List the writes of which nobody knows whether they took effect',
  route: 'GET /admin/calls',
  options: {
    unknown: { type: 'boolean', description: 'needed: all calls are in "patchbay audit search"' },
  },
  query: { tenant: { description: 'only this tenant' }, ...pageOptions },
  examples: ['patchbay calls --unknown', 'patchbay calls --unknown --tenant acme'],
  check(input) {
    if (!input.flag('unknown')) throw usageError('add --unknown; all calls are in "patchbay audit search"')
  },
  shown: {
    rows: 'calls',
    columns: [
      column('id'),
      column('at', 'at', 'moment'),
      column('tenant'),
      column('provider'),
      column('account'),
      column('action'),
      column('request id'),
    ],
    none: 'the outcome of every write is known',
  },
})

export const calls: CommandGroup = {
  summary: 'Single calls',
  own: unknownCalls,
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
          column('idempotency key'),
          column('resolved as', 'resolution.as'),
          column('tries', 'tries'),
        ],
      },
    }),
  },
}

export const resolve = routeCommand({
  summary: 'Record whether a call took effect',
  description: 'Look at the provider first: the word counts once and for all, and a call that was done is billed.',
  route: 'POST /admin/calls/{call_id}/resolve',
  args: { call_id: 'the id, as "calls --unknown" shows it, or the request id of a single such call' },
  members: {
    as: { description: 'done: the provider carried it out; absent: it did not' },
    note: { description: 'how that was found out' },
  },
  examples: ['patchbay resolve 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c --as done --note "the contact exists"'],
  shown: {
    columns: [
      column('id'),
      column('at', 'at', 'moment'),
      column('tenant'),
      column('action'),
      column('key'),
      column('resolves'),
      column('resolved as'),
      column('reason'),
    ],
  },
})
