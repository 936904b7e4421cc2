import type { CommandGroup } from '../program/command.ts'
import { routeCommand } from '../program/route-command.ts'
import { pageOptions } from '../program/route-options.ts'
import { calledAs } from '../terminal/called-as.ts'
import { column } from '../terminal/column.ts'
import { CommandError, usageError } from '../terminal/command-error.ts'

const unknownCalls = routeCommand({
  summary: 'List the writes of which nobody knows whether they took effect',
  route: 'GET /admin/calls',
  options: {
    unknown: { type: 'boolean', description: `needed: all calls are in "${calledAs} audit search"` },
  },
  query: { tenant: { description: 'only this tenant' }, ...pageOptions },
  examples: ['patchbay calls --unknown', 'patchbay calls --unknown --tenant acme'],
  check(input) {
    if (!input.flag('unknown')) throw usageError(`add --unknown; all calls are in "${calledAs} audit search"`)
  },
  shown: {
    rows: 'calls',
    columns: [
      column('id', 'id', 'id'),
      column('at', 'at', 'moment'),
      column('tenant'),
      column('action'),
      column('provider'),
      column('account'),
      column('request id', 'request_id', 'word'),
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
          column('outcome', 'outcome', 'state'),
          column('status'),
          column('code'),
          column('reason', 'reason', 'note'),
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
    exchange: routeCommand({
      summary: 'Show what a failed call sent, and the answer',
      description: 'Kept for 24 hours for tenants with the option keep_failed, without credentials.',
      route: 'GET /admin/calls/{call_id}/exchange',
      args: { call_id: 'a request id, or the id of an audit entry' },
      examples: ['patchbay calls exchange 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'],
      shown: {
        columns: [
          column('id'),
          column('tenant'),
          column('kept until', 'kept_until', 'moment'),
          column('parameters'),
          column('request', 'request.method'),
          column('url', 'request.url'),
          column('request headers', 'request.headers'),
          column('request body', 'request.body'),
          column('status', 'answer.status'),
          column('answer headers', 'answer.headers'),
          column('answer body', 'answer.body'),
          column('cut', 'is_cut', 'yesno'),
        ],
      },
    }),
  },
}

export const resolve = routeCommand({
  summary: 'Record whether calls took effect',
  description: 'Look at the provider first: the word counts once and for all, and a call that was done is billed.',
  route: 'POST /admin/calls/resolve',
  args: { 'id...': 'the ids, as "calls --unknown" shows them, or the request ids of single such calls; up to 100' },
  members: {
    as: { description: 'done: the provider carried them out; absent: it did not' },
    note: { description: 'how that was found out' },
  },
  body: { ids: ({ words }) => words() },
  examples: [
    'patchbay resolve 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c --as done --note "the contact exists"',
    'patchbay resolve killed-1 killed-2 killed-3 --as absent',
  ],
  shown: {
    each: 'calls',
    columns: [
      column('id'),
      column('at', 'entry.at', 'moment'),
      column('tenant', 'entry.tenant'),
      column('action', 'entry.action'),
      column('key', 'entry.key'),
      column('resolves', 'entry.resolves'),
      column('resolved as', 'entry.resolved_as'),
      column('reason', 'entry.reason'),
      column('error'),
    ],
  },
  checkAnswer({ calls: resolved }) {
    const failed = resolved.filter(({ entry }) => entry === null)
    if (failed.length === 0) return
    const ending = failed.every(({ code }) => code === 'NOT_FOUND') ? 'missing' : 'failed'
    throw new CommandError(ending, `${failed.length} of ${resolved.length} calls were not resolved`)
  },
})
