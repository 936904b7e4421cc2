import type { Source } from '@patchbay/core/schema'
import { csvColumns } from '../../../server/command-line/import-connections/csv.ts'
import { configurationTable, secretFileVariables } from '../../../server/configuration/help.ts'
import { loadRegistry } from '../../../server/registry.ts'
import { contractReference } from '../contract/reference.ts'
import { quotation } from '../quoted-calls.ts'
import { routes } from './admin-routes.ts'
import { commandTable, exitCodeTable, jobTable } from './command-line.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { codes, markdownTable } from './markdown-table.ts'
import { metrics } from './metrics.ts'
import { pluginFiles } from './plugin-files.ts'
import { signIns } from './sign-ins.ts'
import { surfaceSizes } from './surface-sizes.ts'

const registry = await loadRegistry()

/** What stands between the marks of a page, and is made from the code. */
export interface GeneratedSection {
  readonly page: string
  readonly name: string
  text(): string
}

const configuration = (): string =>
  markdownTable(
    ['variable', 'default', 'meaning'],
    configurationTable.map(({ variable, default: fallback, meaning }) => [variable, fallback, meaning]),
  )

const actionsOf = (source: Source, kind: 'read' | 'write'): string =>
  codes(source.names().filter((name) => source.action(name)?.effect.kind === kind))

const providers = (): string =>
  markdownTable(
    ['provider', 'reads', 'writes'],
    registry.map(({ provider: { id, title }, source }) => [
      `\`${id}\`: ${title}`,
      actionsOf(source, 'read'),
      actionsOf(source, 'write'),
    ]),
  )

const columnsOfCsv = (): string =>
  markdownTable(
    ['column', 'what it holds'],
    Object.entries(csvColumns).map(([name, meaning]) => [`\`${name}\``, meaning]),
  )

export const generatedSections: readonly GeneratedSection[] = [
  { page: 'docs/call.md', name: 'call', text: quotation },
  { page: 'docs/calls.md', name: 'errors', text: errors },
  { page: 'docs/admin-api.md', name: 'admin-routes', text: routes },
  { page: 'docs/command-line.md', name: 'commands', text: commandTable },
  { page: 'docs/command-line.md', name: 'exit-codes', text: exitCodeTable },
  { page: 'docs/configuration.md', name: 'configuration', text: configuration },
  { page: 'docs/console.md', name: 'daily-jobs', text: jobTable },
  { page: 'docs/configuration.md', name: 'secret-files', text: () => codes(secretFileVariables) },
  { page: 'docs/operating.md', name: 'jobs', text: jobs },
  { page: 'docs/operating.md', name: 'metrics', text: metrics },
  { page: 'docs/connect.md', name: 'csv-columns', text: columnsOfCsv },
  { page: 'docs/connect.md', name: 'sign-ins', text: () => signIns(registry) },
  { page: 'docs/included-providers.md', name: 'providers', text: providers },
  { page: 'docs/mcp-clients.md', name: 'surface-sizes', text: surfaceSizes },
  { page: 'docs/providers.md', name: 'plugin-files', text: pluginFiles },
  { page: 'docs/providers.md', name: 'contract', text: contractReference },
]
