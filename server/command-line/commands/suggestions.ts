import type { ArgsDef } from 'citty'
import type { CommandGroup } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { routeCommand, type Shown } from '../route-command.ts'
import { column } from '../table.ts'

const columns = [
  column('id'),
  column('severity'),
  column('tenant'),
  column('title'),
  column('created', 'created_at', 'moment'),
]

const whole: Shown = {
  columns: [
    ...columns,
    ...['detail', 'evidence', 'source', 'status', 'note'].map((head) => column(head)),
    column('resolved', 'resolved_at', 'moment'),
  ],
}

const filters: ArgsDef = {
  status: { type: 'enum', options: ['open', 'resolved'], description: 'open ones, or resolved ones (open)' },
  days: { type: 'string', valueHint: 'number', description: 'of the last days (7)' },
  tenant: { type: 'string', description: 'about this tenant' },
}

export const suggestions: CommandGroup = {
  summary: 'What deserves attention',
  commands: {
    list: routeCommand({
      summary: 'List the suggestions',
      route: 'GET /admin/suggestions',
      query: filters,
      examples: ['patchbay suggestions list', 'patchbay suggestions list --tenant acme --days 30'],
      shown: { rows: 'suggestions', columns, none: 'nothing deserves attention' },
    }),
    show: routeCommand({
      summary: 'Show a suggestion whole',
      route: 'GET /admin/suggestions',
      path: { suggestion_id: 'the id, as "suggestions list" shows it' },
      query: filters,
      examples: ['patchbay suggestions show expiring-acme-hubspot-main'],
      shown: whole,
      pick: (answer, { required }) => {
        const found = (answer.suggestions as readonly Record<string, unknown>[]).find(
          ({ id }) => id === required('suggestion_id'),
        )
        if (found) return found
        throw new CommandError('missing', 'there is no such suggestion among the open ones of the last 7 days', [
          'try --status resolved, or --days 90',
        ])
      },
    }),
    resolve: routeCommand({
      summary: 'Resolve a suggestion',
      route: 'PUT /admin/suggestions/{suggestion_id}/resolve',
      path: { suggestion_id: 'the id, as "suggestions list" shows it' },
      options: { note: { type: 'string', description: 'what was done' } },
      examples: ['patchbay suggestions resolve expiring-acme-hubspot-main --note "new key stored"'],
      shown: whole,
      body: ({ text }) => ({ note: text('note') }),
    }),
  },
}
