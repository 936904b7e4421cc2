import type { Json } from '../admin-api.ts'
import type { Command, CommandGroup } from '../command.ts'
import { routeCommand } from '../route-command.ts'
import { column } from '../table.ts'

interface Setting {
  readonly is_secret: boolean
  readonly is_changed: boolean
}

/** What differs from the defaults: the whole is in the documentation, and in --json. */
const changed = ({ configuration }: Json): Json => ({
  configuration: (configuration as readonly Setting[]).filter(({ is_changed }) => is_changed),
})

export const settings: Command = routeCommand({
  summary: 'Show the configuration that the gateway runs with, as far as it differs from the defaults',
  description: '--json shows all of it. Secrets are never shown.',
  route: 'GET /admin/configuration',
  examples: ['patchbay settings'],
  shown: {
    rows: 'configuration',
    none: 'everything is as by default',
    columns: [
      column('name'),
      { ...column('value'), value: ({ value, is_secret }) => (is_secret ? '(set, not shown)' : value) },
      column('default'),
    ],
  },
  pick: (answer, { flag }) => (flag('json') ? answer : changed(answer)),
})

export const providers: CommandGroup = {
  summary: 'Registered providers',
  commands: {
    list: routeCommand({
      summary: 'List the providers with their versions',
      route: 'GET /admin/version',
      examples: ['patchbay providers list'],
      shown: {
        rows: 'providers',
        none: 'no providers',
        columns: ['id', 'title', 'package', 'version'].map((head) => column(head)),
      },
    }),
  },
}
