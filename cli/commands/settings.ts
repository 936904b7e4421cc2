import type { AnswerOf } from '../api/routes.ts'
import type { Command, CommandGroup } from '../program/command.ts'
import { routeCommand } from '../program/route-command.ts'
import { column } from '../terminal/column.ts'

type Configuration = AnswerOf<'GET /admin/configuration'>
type Setting = Configuration['configuration'][number]

const showValue = ({ value, is_secret }: Setting): unknown => (is_secret ? '(set, not shown)' : value)

/** The settings that differ from the defaults; --json and the documentation have all of them. */
const changed = ({ configuration }: Configuration): Configuration => ({
  configuration: configuration.filter(({ is_changed }) => is_changed),
})

export const settings: Command = routeCommand({
  summary: "Show the gateway's settings that differ from the defaults",
  description: '--json shows all settings. Secrets are never shown.',
  route: 'GET /admin/configuration',
  examples: ['patchbay settings'],
  shown: {
    rows: 'configuration',
    none: 'all settings have their default values',
    columns: [
      column('name', 'name', 'id'),
      { ...column('value'), value: (setting) => showValue(setting as Setting) },
      column('default'),
    ],
  },
  pick: (answer, { flag }) => (flag('json') ? answer : changed(answer)),
})

export const providers: CommandGroup = {
  summary: 'Registered providers',
  commands: {
    list: routeCommand({
      summary: 'List the providers, and whether links can connect accounts',
      route: 'GET /admin/providers',
      examples: ['patchbay providers list'],
      shown: {
        rows: 'providers',
        none: 'no providers',
        columns: [
          column('id', 'id', 'id'),
          column('title'),
          column('connect', 'connect', 'state'),
          column('version', 'version', 'word'),
          column('package'),
        ],
      },
    }),
  },
}
