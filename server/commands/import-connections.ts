import { readFileSync } from 'node:fs'
import {
  type Command,
  type CommandGroup,
  type CommandInput,
  checkedKey,
  commandInput,
  isExposed,
  jsonOption,
  readKey,
  usageError,
} from '@patchbay/cli'
import type { IncomingEntry } from '@patchbay/import-connections'
import type { ArgsDef } from 'citty'

const gatewayOptions = {
  'dry-run': { type: 'boolean', description: 'read and map everything, and store nothing' },
  gateway: {
    type: 'string',
    valueHint: 'origin',
    description: 'the gateway; else PATCHBAY_URL, else http://localhost:3000',
  },
  'admin-key-file': {
    type: 'string',
    valueHint: 'path',
    description: 'a file with the admin key; else PATCHBAY_ADMIN_KEY, else it is asked for',
  },
  ...jsonOption,
} as const satisfies ArgsDef

/** Loaded only here: the plugins say which credential each provider takes. */
const runImport = async (input: CommandInput, entries: readonly IncomingEntry[]): Promise<void> => {
  const [{ importConnections }, { loadRegistry }] = await Promise.all([
    import('@patchbay/import-connections'),
    import('../registry.ts'),
  ])
  const { text, flag, terminal } = input
  const api = await commandInput({ url: text('gateway'), 'key-file': text('admin-key-file') }, terminal).admin()
  const choices = {
    isDryRun: flag('dry-run'),
    removesSource: flag('delete-source'),
    isJson: flag('json'),
    domains: await loadRegistry(),
  }
  await importConnections(api, entries, choices, terminal)
}

/** `--map hubspot-prod=hubspot,gh=github`. Throws a usage error. */
const parseProviderMap = (entries: readonly string[] = []): ReadonlyMap<string, string> =>
  new Map(
    entries.map((entry) => {
      const at = entry.lastIndexOf('=')
      if (at < 1 || !/^[a-z][a-z0-9-]{0,23}$/.test(entry.slice(at + 1)))
        throw usageError('--map must be <integration>=<provider>, several with a comma between them')
      return [entry.slice(0, at), entry.slice(at + 1)]
    }),
  )

/** Nango's URL, without a slash at its end. Throws a usage error. */
const nangoUrl = (text: string): string => {
  const url = URL.parse(text)
  const isPlain = url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === ''
  if (!isPlain) throw usageError('--url must be the URL of the API of Nango, e.g. https://api.nango.dev')
  return url.href.replace(/\/+$/, '')
}

const nangoKey = async ({ text, terminal }: CommandInput): Promise<string> => {
  const key = text('key')
  const sources = { option: '--key-file', variable: 'NANGO_SECRET_KEY', words: 'key of Nango' }
  if (key === undefined) return await readKey(text('key-file'), sources, terminal)
  terminal.say('warning: --key is seen by every process of this machine; prefer NANGO_SECRET_KEY or --key-file')
  return checkedKey(key, sources.words)
}

const nango: Command = {
  summary: 'Move the connections of a Nango environment into the gateway',
  description:
    'Nobody has to consent again. Each account is tried at its vendor by the gateway before it counts as moved, and one that works there already is not touched, so that the command can be run again. The exit code is 1 when a connection could not be moved.',
  isRemote: false,
  args: {
    url: {
      type: 'string',
      required: true,
      valueHint: 'url',
      description: 'the API of Nango, e.g. https://api.nango.dev',
    },
    'key-file': {
      type: 'string',
      valueHint: 'path',
      description: "a file with the environment's key; else NANGO_SECRET_KEY",
    },
    key: { type: 'string', description: 'the key itself, which other processes then see: prefer the two others' },
    map: {
      type: 'string',
      valueHint: 'integration=provider',
      description: 'the providers of integrations, comma-separated',
    },
    tenant: {
      type: 'string',
      description:
        'one tenant, or a pattern of {organization}, {end_user}, {connection}, {integration}; else the first that exists',
    },
    connection: { type: 'string', valueHint: 'id', description: 'only the connections with this id of Nango' },
    'delete-source': { type: 'boolean', description: 'delete connections at Nango once they work at the gateway' },
    ...gatewayOptions,
  },
  examples: [
    'patchbay import-connections nango --url https://api.nango.dev --dry-run',
    "patchbay import-connections nango --url https://api.nango.dev --map hubspot-prod=hubspot --tenant '{organization}'",
    'patchbay import-connections nango --url https://api.nango.dev --delete-source',
  ],
  async run(input) {
    const { text, required, list, terminal } = input
    const { checkTemplate, nangoEntries, openNango } = await import('@patchbay/import-connections')
    const [url, tenant, mapped] = [nangoUrl(required('url')), text('tenant'), parseProviderMap(list('map'))]
    if (tenant !== undefined) checkTemplate(tenant)
    if (isExposed(url))
      terminal.say(`warning: the key and all credentials cross the network to ${url} unencrypted; prefer https`)
    const source = openNango(url, await nangoKey(input), terminal.say)
    await runImport(input, await nangoEntries(source, { tenant, mapped }, text('connection')))
  },
}

const csv: Command = {
  summary: 'Store the accounts of a CSV file of refresh tokens or keys',
  description:
    'A bad row is reported with its line, and the other rows are still stored. An account that works at the gateway already is not touched, so that the command can be run again. The exit code is 1 when a row could not be stored.',
  isRemote: false,
  args: {
    file: { type: 'positional', description: 'the file; - reads stdin' },
    ...gatewayOptions,
  },
  examples: ['patchbay import-connections csv accounts.csv --dry-run', 'patchbay import-connections csv accounts.csv'],
  async run(input) {
    const { csvEntries } = await import('@patchbay/import-connections')
    const path = input.required('file')
    let text: string
    try {
      text = readFileSync(path === '-' ? 0 : path, 'utf8')
    } catch (error) {
      throw usageError(`${path} can't be read (${(error as NodeJS.ErrnoException).code})`)
    }
    await runImport(input, csvEntries(text))
  },
}

export const importConnectionsCommand: CommandGroup = {
  summary: 'Move accounts from elsewhere, without asking anybody to consent again',
  commands: { nango, csv },
}
