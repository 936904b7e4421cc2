/** How each `console` block of the pages is run: what stands for the reader's own values, for outside programs, and what is looked at. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { expect } from 'vitest'
import { readConfiguration } from '../../server/configuration/configuration.ts'
import { loadRegistry } from '../../server/registry.ts'
import { createClient } from '../client.ts'
import { parseStrictly } from '../deploy/strict-yaml.ts'
import { freePort } from '../free-port.ts'
import { toolCall } from '../mcp/messages.ts'
import { findMongod } from '../mongodb.ts'
import { startNango } from '../providers/nango.ts'
import { readPage, root } from './pages.ts'
import type { Reader } from './reader.ts'
import type { StandInName } from './stand-ins.ts'
import {
  addTeam,
  addTools,
  addVendor,
  connectTeam,
  importDocument,
  importTools,
  stopVendors,
  writeForTeam,
} from './vendor-rules.ts'

/** Pairs of what the page shows and what is there, put in one after the other. */
type Values = readonly (readonly [shown: string, real: string])[]

interface Seen {
  readonly reader: Reader
  /** The commands that stand-ins were given. */
  readonly recorded: readonly (readonly string[])[]
  /** The output of each command, as the page would show it. */
  readonly outputs: readonly string[]
}

/** A block that is run here. */
export interface RunHere {
  readonly values?: (reader: Reader) => Values | Promise<Values>
  readonly env?: (reader: Reader) => Record<string, string> | Promise<Record<string, string>>
  /** Runs the block at a terminal: a text that is typed, by what was shown since the last. */
  readonly person?: () => (shown: string) => string | undefined
  /** Starts a gateway by the last command, in place of running it to its end. */
  readonly start?: (reader: Reader, commands: readonly string[]) => Promise<void>
  readonly standIns?: readonly StandInName[]
  /** What is run in place of each command. */
  readonly typed?: (command: string) => string
  /** Made even for what is compared, such as a number of milliseconds. */
  readonly even?: (text: string) => string
  readonly look?: (seen: Seen) => unknown
}

/** A block that another test takes from its page and runs. */
interface RunThere {
  readonly file: string
}

export type ConsoleRule = RunHere | RunThere

/** What the rules have started. */
const stops: (() => unknown)[] = []
export const stopConsole = async (): Promise<void> => {
  for (const stop of stops.splice(0).toReversed()) await stop()
  await stopVendors()
}

const domains = await loadRegistry()

const asking = 'asking-secret-token-1234'
const clientOf = (reader: Reader) => createClient(reader.url, reader.adminKey())
const newContact = () => ({ object_type: 'contacts', properties: { email: `${crypto.randomUUID()}@example.com` } })

/** The id of a call of acme that waits for a person. */
const waitingCall = async (reader: Reader): Promise<string> => {
  const { admin, call } = clientOf(reader)
  await admin('POST', '/admin/auth', { tenant_id: 'acme', token: asking, ask: ['*:write'] })
  const { body } = await call('acme', 'hubspot', { action: 'create', ...newContact() }, { token: asking })
  return body.data.approval_id
}

const decide: RunHere = {
  values: async (reader) => [['0197e3…', await waitingCall(reader)]],
  look: ({ outputs }) => expect(outputs).toEqual([expect.stringContaining('0197e3…'), expect.any(String)]),
}

const decideRun: RunHere = {
  async values(reader) {
    const { admin, send } = clientOf(reader)
    const code = `return Promise.all(parameters.all.map((one) => call('hubspot', 'create', one).catch(String)))`
    const all = [newContact(), newContact()]
    const { headers, body } = toolCall('modern', 'run_code', { code, parameters: { all } })
    const answer = await send('POST', '/mcp?tools=code', { authorization: `Bearer ${asking}`, ...headers }, body)
    const { run_id, approvals } = JSON.parse(answer.body.result.content[0].text).data
    const { digest } = (await admin('GET', `/admin/approvals/runs/${run_id}`)).body
    return [
      ['0197e3…', run_id],
      ['3f8a…', digest],
      ['0197e4…', approvals[1].approval_id],
    ]
  },
  look: ({ outputs }) => expect(outputs[1]).toContain('3f8a…'),
}

const decideInAdvance: RunHere = {
  async values(reader) {
    const [first, second] = [await waitingCall(reader), await waitingCall(reader)]
    return [
      ['0197e3… --for 1h --any', `${second} --for 1h --any`],
      ['0197e3…', first],
    ]
  },
}

const findOption = (words: readonly string[], name: string): string =>
  words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ??
  words[words.indexOf(`--${name}`) + 1] ??
  ''

// biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects, and fails where they are not
const readYaml = (path: string): any[] => [...parseStrictly(readFileSync(join(root, path), 'utf8'))]
const dockerfile = readPage('Dockerfile')

const compose: RunHere = {
  standIns: ['docker'],
  look({ reader, recorded }) {
    expect(recorded.map((words) => words.slice(0, 3).join(' '))).toEqual(['docker compose up', 'docker compose ps'])
    const [{ services, secrets }] = readYaml('compose.yaml')
    expect(existsSync(join(reader.folder, services.gateway.build, 'Dockerfile'))).toBe(true)
    for (const { file } of Object.values<{ file: string }>(secrets))
      expect(existsSync(join(reader.folder, file))).toBe(true)
  },
}

/** That the options of `docker run` fit the image. */
const lookAtContainer = (words: readonly string[]): void => {
  const [, image = ''] = / --tag (\S+) \.$/m.exec(readPage('docs/deployment.md')) ?? []
  const at = words.indexOf(image)
  expect(at).toBeGreaterThan(1)
  expect(words.slice(at + 1).every((word) => word === '--demo')).toBe(true)
  expect(findOption(words, 'publish')).toBe('127.0.0.1:3000:3000')
  expect(dockerfile).toMatch(/^EXPOSE 3000$/m)
}

const container: RunHere = {
  standIns: ['docker'],
  look({ reader, recorded: [build = [], run = []] }) {
    expect(existsSync(join(reader.folder, build.at(-1) ?? '', 'Dockerfile'))).toBe(true)
    lookAtContainer(run)
    const [, volume = ''] = findOption(run, 'volume').split(':')
    expect(dockerfile).toContain(`DATA_DIR=${volume}`)
  },
}
const demoContainer: RunHere = { standIns: ['docker'], look: ({ recorded: [run = []] }) => lookAtContainer(run) }

const helm: RunHere = {
  standIns: ['kubectl', 'helm'],
  look({ reader, recorded: [secret = [], install = []] }) {
    const [values] = readYaml('deploy/helm/values.yaml')
    expect(secret.slice(1, 5)).toEqual(['create', 'secret', 'generic', values.secretName])
    const files = readdirSync(join(reader.folder, findOption(secret, 'from-file')))
    for (const file of ['admin-api-key', 'patchbay-keys', 'metrics-token']) expect(files).toContain(file)
    expect(existsSync(join(reader.folder, install[3] ?? '', 'Chart.yaml'))).toBe(true)
    const names = install.flatMap((word, at) =>
      install[at - 1] === '--set' ? [word.split('=')[0]?.split('.') ?? []] : [],
    )
    expect(names).toHaveLength(2)
    for (const name of names)
      expect(name.reduce((object, member) => object?.[member], values)).toEqual(expect.any(String))
  },
}

const srv = (reader: Reader): string => join(reader.machine, 'srv/patchbay')
const inSrv = (reader: Reader): Values => [['/srv/patchbay', srv(reader)]]

const installation: RunHere = {
  standIns: ['sudo', 'useradd', 'install'],
  values: (reader) => [['<address of the repository>', root], ['v<version>', 'HEAD'], ...inSrv(reader)],
  look({ reader, recorded }) {
    expect(recorded.map(([program]) => program)).toEqual(['sudo', 'useradd', 'sudo', 'install', 'sudo', 'sudo'])
    // The unit's command.
    const [, command = ''] = /^ExecStart=\/srv\/patchbay\/(\S+) start$/m.exec(readPage('docs/production.md')) ?? []
    expect(statSync(join(srv(reader), command)).isFile()).toBe(true)
  },
}

const keys: RunHere = {
  values: inSrv,
  look({ reader }) {
    const file = (name: string): string => join(srv(reader), 'secrets', name)
    const variables = { ADMIN_API_KEY_FILE: file('admin-api-key'), PATCHBAY_KEYS_FILE: file('patchbay-keys') }
    const { configuration } = readConfiguration(variables, [])
    expect([configuration.adminKeyHashes?.length, configuration.vaultKeys]).toEqual([1, expect.any(String)])
    for (const path of Object.values(variables)) expect(statSync(path).mode & 0o777).toBe(0o600)
  },
}

const service: RunHere = {
  standIns: ['sudo', 'systemctl'],
  look: ({ recorded }) => expect(recorded.at(-1)).toEqual(['systemctl', 'enable', '--now', 'patchbay']),
}

/** Each provider at one server that knows nothing and says what time it is. */
const originsOfAll = (): string => {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('', { status: 404 }) })
  stops.push(() => server.stop(true))
  return JSON.stringify(Object.fromEntries(domains.map(({ provider: { id } }) => [id, server.url.origin])))
}

const doctor: RunHere = {
  values(reader) {
    chmodSync(join(reader.folder, 'data/keys'), 0o644)
    stops.push(() => chmodSync(join(reader.folder, 'data/keys'), 0o600))
    return [['/srv/patchbay', reader.folder]]
  },
  env: (reader) => ({
    DATA_DIR: join(reader.folder, 'data'),
    PORT: String(reader.port),
    PROVIDER_ORIGINS: originsOfAll(),
  }),
  even: (text) =>
    text
      .replace(', PROVIDER_ORIGINS', '')
      .replaceAll(/https?:\/\/(?:127\.0\.0\.1:\d+|api\.stripe\.com)/g, '<vendor>')
      .replaceAll(/process \d+|\d+ ms|\d s off/g, '<number>'),
}

let nango: ReturnType<typeof startNango> | undefined
const openNango = () => {
  if (nango) return nango
  nango = startNango({
    key: 'the-key-of-nango',
    refresh: async () => {
      throw new Error('nothing has expired')
    },
    forward: async () => new Response(null, { status: 500 }),
  })
  nango.add({
    connection_id: 'main',
    provider: 'hubspot',
    provider_config_key: 'hubspot',
    tags: { organization_id: 'globex' },
    credentials: { type: 'API_KEY', apiKey: 'pat-na1-your-token' },
  })
  stops.push(nango.stop)
  return nango
}
const ofNango = (look: NonNullable<RunHere['look']>): RunHere => ({
  values: () => [['https://api.nango.dev', openNango().url]],
  env: () => ({ NANGO_SECRET_KEY: openNango().key }),
  look,
})
const statusOf = async (reader: Reader, tenant: string) =>
  (await clientOf(reader).admin('GET', `/admin/tenants/${tenant}`)).status

const mongod = { port: 0, uri: (database: string) => `mongodb://localhost:${mongod.port}/${database}?replicaSet=rs0` }
const startReplicaSet: RunHere = {
  standIns: ['mongod', 'mongosh'],
  values(reader) {
    mongod.port = freePort()
    const folder = join(reader.machine, 'mongodb')
    mkdirSync(folder)
    return [
      ['/var/lib/mongodb', folder],
      ['localhost:27017', `localhost:${mongod.port}`],
    ]
  },
  env(reader) {
    stops.push(() => process.kill(Number(readFileSync(join(reader.machine, 'mongod.pid'), 'utf8'))))
    return { MONGOD: findMongod(), MONGOD_PORT: String(mongod.port) }
  },
}

const instances = { 3000: freePort(), 13000: freePort(), 3002: freePort(), 13002: freePort() }
/** A unit as a script: the command of docs/production.md, with the variables of docs/mongodb.md. */
const writeUnit = (reader: Reader, port: 3000 | 3002, adminPort: 13000 | 13002): void => {
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(readPage('docs/production.md')) ?? []
  const [, variables = ''] = /^Environment=(.*)$/m.exec(readPage('docs/mongodb.md')) ?? []
  const own = variables.replace('1%i', String(instances[adminPort])).replace('%i', String(instances[port]))
  const shared = [
    `MONGODB_URI='${mongod.uri('shared')}'`,
    `ADMIN_API_KEY=${new Bun.CryptoHasher('sha256').update(reader.adminKey()).digest('hex')}`,
    `PATCHBAY_KEYS=${readFileSync(join(reader.folder, 'data/keys'), 'utf8').trim()}`,
    'BASE_URL=https://gateway.example.com',
  ]
  const path = join(reader.machine, `units/patchbay@${instances[port]}`)
  const line = `exec env ${[...shared, own].join(' ')} ${command.replaceAll('/srv/patchbay', reader.folder)}`
  writeFileSync(path, `cd ${reader.folder}\n${line}\n`)
  stops.push(() => process.kill(Number(readFileSync(`${path}.pid`, 'utf8'))))
}

const twoGateways: RunHere = {
  standIns: ['sudo', 'systemctl'],
  values(reader) {
    mkdirSync(join(reader.machine, 'units'), { recursive: true })
    writeUnit(reader, 3000, 13000)
    writeUnit(reader, 3002, 13002)
    const health = [instances[3000], instances[3002]].map(
      (port) => `curl -sf -o /dev/null http://localhost:${port}/health`,
    )
    return [
      ['sleep 10', `until ${health.join(' && ')}; do sleep 0.1; done`],
      ['patchbay@3000', `patchbay@${instances[3000]}`],
      ['patchbay@3002', `patchbay@${instances[3002]}`],
      ['localhost:13000', `localhost:${instances[13000]}`],
    ]
  },
}
const restartBoth: RunHere = {
  standIns: ['sudo', 'systemctl'],
  values: () => [['3000 3002', `${instances[3000]} ${instances[3002]}`]],
  look: ({ recorded }) => expect(recorded).toHaveLength(4),
}

const nightly: RunHere = {
  values(reader) {
    const key = join(reader.machine, 'owner-key')
    writeFileSync(key, reader.adminKey(), { mode: 0o600 })
    return [
      // Cron has neither.
      ['15 2 * * * ', 'unset PATCHBAY_ADMIN_KEY PATCHBAY_URL; '],
      ['/srv/patchbay/secrets/owner-key', key],
      ['/srv/patchbay', reader.folder],
      ['http://localhost:3001', reader.url],
    ]
  },
  look: ({ reader }) => expect(statSync(join(reader.folder, 'backups/nightly.tar')).size).toBeGreaterThan(0),
}

const dumpAndRestore: RunHere = {
  standIns: ['mongodump', 'mongorestore'],
  async look({ recorded }) {
    const [dump = [], restore = []] = recorded
    const uris = recorded.map((words) => findOption(words, 'uri'))
    const { options } = new MongoClient(uris[0] ?? '')
    expect([options.hosts.length, options.replicaSet, uris[1]]).toEqual([3, 'rs0', uris[0]])
    // https://www.mongodb.com/docs/database-tools/mongodump: the oplog is that of the whole server, so no database may be named.
    expect(new URL(uris[0]?.replace(/,[^/]*/, '') ?? '').pathname).toBe('/')
    expect([dump.includes('--oplog'), restore.includes('--oplogReplay')]).toEqual([true, true])
    expect([dump.includes('--gzip'), findOption(dump, 'archive')]).toEqual([
      restore.includes('--gzip'),
      findOption(restore, 'archive'),
    ])
  },
}

const replaceInCluster: RunHere = {
  standIns: ['kubectl'],
  look({ reader, recorded: [scale = [], wait = [], apply = []] }) {
    const file = findOption(apply, 'filename')
    expect(existsSync(join(reader.folder, file))).toBe(true)
    const deployment = readYaml(file).find(({ kind }) => kind === 'Deployment')
    expect(scale[2]).toBe(`deployment/${deployment.metadata.name}`)
    const [label = '', value] = findOption(wait, 'selector').split('=')
    expect(deployment.spec.template.metadata.labels[label]).toBe(value)
  },
}

const migrate: RunHere = {
  async values(reader) {
    await reader.stopGateway()
    return [['mongodb://localhost:27017/patchbay?replicaSet=rs0', mongod.uri('patchbay')]]
  },
  async look({ reader, outputs }) {
    expect(outputs.at(-1)).toContain('tenant')
    await reader.startGateway('npx bun start', '…Patchbay listens on http://localhost:3000\n…')
  },
}

const generatedClient: RunHere = {
  look: ({ reader }) => expect(readdirSync(join(reader.folder, 'src/patchbay'))).not.toEqual([]),
}

/** A bench takes minutes. It is started as the page says, with an option that it doesn't have, and refuses that. */
const bench: RunHere = {
  typed: (command) => `if ${command} --no-such-option; then exit 9; fi`,
  look: ({ outputs }) => {
    for (const output of outputs) expect(output).toContain('--no-such-option')
  },
}

const clients = { file: 'test/mcp/clients/programs.test.ts' }
const release = { file: 'test/release/release.test.ts' }

/** The rules of each page's blocks, in their order. */
export const consoleRules: Readonly<Record<string, readonly ConsoleRule[]>> = {
  'docs/getting-started.md': [clients],
  'docs/typed-clients.md': [generatedClient],
  'docs/approvals.md': [decide, decideRun, decideInAdvance],
  'docs/mcp-clients.md': [clients],
  'docs/production.md': [installation, keys, service],
  'docs/deployment.md': [compose, container, demoContainer, helm, release, release, release, release],
  'docs/command-line.md': [doctor],
  'docs/moving-accounts.md': [
    ofNango(async ({ reader }) => expect(await statusOf(reader, 'globex')).toBe(404)),
    ofNango(async ({ reader }) => expect(await statusOf(reader, 'globex')).toBe(200)),
    ofNango(() => expect(openNango().connections()).toEqual([])),
  ],
  'docs/mongodb.md': [startReplicaSet, twoGateways, restartBoth],
  'docs/upgrading-and-backup.md': [nightly, dumpAndRestore, replaceInCluster, migrate],
  'docs/provider-packages.md': [release],
  'docs/mcp-servers.md': [addTools, importTools, addTeam, connectTeam, writeForTeam, importTools],
  'docs/importing.md': [addVendor],
  'docs/known-vendors.md': [importDocument],
  'docs/speed.md': [bench],
  'docs/speed-beside.md': [bench, bench, bench, bench, bench, bench],
  'docs/speed-strangers.md': [bench],
  'docs/memory.md': [bench, bench],
  'docs/speed-steps.md': [bench, bench],
  'docs/clients/claude-code.md': [clients, clients],
  'docs/clients/codex.md': [clients, clients],
  'docs/clients/gemini-cli.md': [clients, clients],
}
