import type { Auth, SingleAuth } from '@patchbay/core/provider'
import { csvColumns } from '../../../packages/import-connections/csv.ts'
import { configurationTable, secretFileVariables } from '../../../server/configuration/help.ts'
import { loadRegistry } from '../../../server/registry.ts'
import { lastingNames } from '../../domain-of.ts'
import { referencePages } from '../contract/chapters.ts'
import { contractReference } from '../contract/reference.ts'
import { readPage } from '../pages.ts'
import { quotation } from '../quoted-calls.ts'
import { routes } from './admin-routes.ts'
import { bounds } from './bounds.ts'
import { classes } from './classes.ts'
import { commandTable, exitCodeTable, jobTable } from './command-line.ts'
import { dailyWork } from './daily-work.ts'
import { keyLifeTable, writeLifeDiagram } from './effect-lives.ts'
import { folded } from './folded.ts'
import { jobs } from './jobs.ts'
import { knownWrites } from './known-writes.ts'
import { stateTable, transitionTable } from './link-life.ts'
import { codes, markdownTable } from './markdown-table.ts'
import { metrics } from './metrics.ts'
import { pluginFiles } from './plugin-files.ts'
import { runs } from './runs.ts'
import { signIns } from './sign-ins.ts'
import { surfaceSizes } from './surface-sizes.ts'
import { vendorFacts } from './vendor-facts.ts'
import { vendorTable } from './vendors.ts'

const registry = await loadRegistry()

/** A part of a page between marks that is made from the code. */
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

const backend = (): string => `\`\`\`ts\n${readPage('examples/backend-typescript/patchbay.ts')}\`\`\``

const authWords: Readonly<Record<SingleAuth['kind'], string>> = {
  none: 'none',
  oauth2: 'OAuth',
  apiKey: 'key',
  basic: 'HTTP Basic',
  keys: 'keys',
  signed: 'signature',
}

const authOf = (auth: Auth): string =>
  [
    ...new Set((auth.kind === 'oneOf' ? Object.values(auth.alternatives) : [auth]).map(({ kind }) => authWords[kind])),
  ].join(' or ')

const providers = (): string =>
  markdownTable(
    ['provider', 'id', 'sign-in', 'reads', 'of them paged', 'writes', 'probe'],
    registry.map(({ provider: { id, title, auth, probe }, source }) => [
      `[${title}](providers/${id}.md)`,
      `\`${id}\``,
      authOf(auth),
      lastingNames(source, 'read').length,
      lastingNames(source, 'read').filter((name) => source.action(name)?.pages !== undefined).length,
      lastingNames(source, 'write').length,
      probe ? `\`${probe.action}\`` : 'none',
    ]),
  )

const columnsOfCsv = (): string =>
  markdownTable(
    ['column', 'what it holds'],
    Object.entries(csvColumns).map(([name, meaning]) => [`\`${name}\``, meaning]),
  )

export const generatedSections: readonly GeneratedSection[] = [
  { page: 'docs/call-functions.md', name: 'call', text: quotation },
  { page: 'docs/call-functions.md', name: 'runs', text: runs },
  { page: 'docs/let-customers-connect.md', name: 'backend', text: backend },
  { page: 'docs/repeated-writes.md', name: 'write-life', text: writeLifeDiagram },
  { page: 'docs/repeated-writes.md', name: 'key-life', text: keyLifeTable },
  { page: 'docs/admin-routes.md', name: 'admin-routes', text: routes },
  { page: 'docs/commands.md', name: 'commands', text: commandTable },
  { page: 'docs/command-line.md', name: 'exit-codes', text: exitCodeTable },
  { page: 'docs/configuration.md', name: 'configuration', text: configuration },
  { page: 'docs/console.md', name: 'daily-jobs', text: jobTable },
  { page: 'docs/configuration.md', name: 'secret-files', text: () => codes(secretFileVariables) },
  { page: 'docs/operating.md', name: 'jobs', text: jobs },
  { page: 'docs/retention.md', name: 'bounds', text: bounds },
  { page: 'docs/observing.md', name: 'metrics', text: metrics },
  { page: 'docs/connect-states.md', name: 'link-states', text: stateTable },
  { page: 'docs/connect-states.md', name: 'link-events', text: transitionTable },
  { page: 'docs/moving-accounts.md', name: 'csv-columns', text: columnsOfCsv },
  { page: 'docs/connect-vendors.md', name: 'sign-ins', text: () => signIns(registry) },
  { page: 'docs/known-vendors.md', name: 'vendors', text: vendorTable },
  { page: 'docs/included-providers.md', name: 'providers', text: providers },
  {
    page: 'docs/included-providers.md',
    name: 'known-writes',
    text: () => folded('Each provider that takes a key, or whose writes are looked for', knownWrites(registry)),
  },
  {
    page: 'docs/included-providers.md',
    name: 'classes',
    text: () => folded('Each provider, with its writes by class', classes(registry)),
  },
  { page: 'docs/mcp-tools.md', name: 'surface-sizes', text: surfaceSizes },
  {
    page: 'docs/included-providers.md',
    name: 'daily-work',
    text: () => folded('Each of the ten, with what is known of it', dailyWork(registry)),
  },
  {
    page: 'docs/included-providers.md',
    name: 'vendor-facts',
    text: () => folded('Each provider', vendorFacts(registry)),
  },
  { page: 'docs/providers.md', name: 'plugin-files', text: pluginFiles },
  ...referencePages.map((page) => ({
    page,
    name: 'contract',
    text: () => contractReference(page),
  })),
]
