import type { Schemas } from '../api/admin-api.ts'
import type { CommandGroup } from '../program/command.ts'
import { pickingCommand, type QueryWords, routeCommand } from '../program/route-command.ts'
import { pageOptions } from '../program/route-options.ts'
import { column } from '../terminal/column.ts'
import { CommandError } from '../terminal/command-error.ts'

const columns = [
  column('id', 'id', 'id'),
  column('severity', 'severity', 'state'),
  column('tenant'),
  column('title', 'title', 'note'),
  column('created', 'created_at', 'moment'),
]

const whole = {
  columns: [
    ...columns,
    column('detail', 'detail', 'note'),
    column('evidence'),
    column('source'),
    column('status'),
    column('note'),
    column('resolved', 'resolved_at', 'moment'),
  ],
}

const query = {
  status: { description: 'open or resolved suggestions (default: open)' },
  days: { valueHint: 'number', description: 'only the last days (default: 7)' },
  tenant: { description: 'only this tenant' },
} satisfies QueryWords<'GET /admin/suggestions'>

export const suggestions: CommandGroup = {
  summary: 'Findings that need attention',
  commands: {
    list: routeCommand({
      route: 'GET /admin/suggestions',
      query: { ...query, ...pageOptions },
      examples: ['patchbay suggestions list', 'patchbay suggestions list --tenant acme --days 30'],
      shown: { rows: 'suggestions', columns, none: 'nothing needs attention' },
    }),
    show: pickingCommand<'GET /admin/suggestions', Schemas['Suggestion']>({
      summary: 'Show a suggestion in full',
      route: 'GET /admin/suggestions',
      args: { suggestion_id: 'the id, as "suggestions list" shows it' },
      query,
      examples: ['patchbay suggestions show expiring-acme-hubspot-main'],
      shown: whole,
      next: ({ next }) => next,
      pick: (answer, { required }) => {
        const found = answer.suggestions.find(({ id }) => id === required('suggestion_id'))
        if (found) return found
        throw new CommandError('missing', 'no matching suggestion is open in the last 7 days', [
          'try --status resolved, or --days 90',
        ])
      },
    }),
    resolve: routeCommand({
      route: 'PUT /admin/suggestions/{suggestion_id}/resolve',
      args: { suggestion_id: 'the id, as "suggestions list" shows it' },
      members: { note: { description: 'what was done' } },
      examples: ['patchbay suggestions resolve expiring-acme-hubspot-main --note "new key stored"'],
      shown: whole,
    }),
  },
}
