/**
 * `bun run bench:memory`: the memory of a gateway with the providers that it includes, and with 200 imported ones of 40 actions more: at its
 * start, under load, and ten seconds later, each beside what is alive after a full collection; how long it takes to start, and what the first
 * call of an imported provider costs. Writes its table in docs/memory.md. On Linux only.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importDocument } from '../../codegen/import/index.ts'
import { documentOf } from '../../codegen/import/testing/slice-of.ts'
import { writeSection } from '../../test/docs/page-section.ts'
import { folderOnDisk } from '../../test/folders.ts'
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts'
import { decimals, describeMachine, table } from './bench/markdown.ts'
import { newSearch, sameSearch } from './calls/bodies.ts'
import { restCall } from './calls/call-targets.ts'
import { fire } from './calls/fire.ts'
import { processorTimeOf } from './figures/processor-time.ts'
import { residentMb } from './figures/resident-mb.ts'
import { benchTenant, shippedEnvironment } from './programs/start-gateway.ts'
import { startUpstream } from './programs/start-upstream.ts'

// It has no options, and says so to whoever gives one.
parseArgs({})

const [imported, actions] = [200, 40]
/** The provider whose first calls are measured has more. */
const actionsOfFirst = 400
const callsUnderLoad = 100_000
/** The allocator returns freed memory to the system within seconds. */
const restMs = 10_000

const root = join(import.meta.dirname, '../..')
const heapFile = join(tmpdir(), `patchbay-heap-${crypto.randomUUID()}`)

interface Live {
  readonly heapSize: number
  readonly extraMemorySize: number
}

/** The bytes that are alive after a full collection: `extraMemorySize` of them are held outside of JavaScript's heap. */
const readLive = async ({ child }: ServerProcess): Promise<Live> => {
  rmSync(heapFile, { force: true })
  child.kill('SIGURG')
  while (!existsSync(heapFile)) {
    if (child.exitCode !== null) throw new Error('the gateway has ended')
    await Bun.sleep(20)
  }
  return JSON.parse(readFileSync(heapFile, 'utf8'))
}

const mebibytes = (bytes: number): string => decimals(bytes / 2 ** 20, 0)

/** The cells of a moment: resident memory first, as a collection changes it. */
const measure = async (server: ServerProcess): Promise<readonly string[]> => {
  const { pid } = server.child
  const resident = [await residentMb(pid), await residentMb(pid, 'RssAnon')].map((mb) => decimals(mb, 0))
  const { heapSize, extraMemorySize } = await readLive(server)
  return [...resident, mebibytes(heapSize), mebibytes(extraMemorySize)]
}

const parameters = ['query', 'path'].map((place) => ({
  name: place === 'path' ? 'id' : 'state',
  in: place,
  required: place === 'path',
  description: 'The one that is meant, by the number that the product shows beside its name',
  schema: { type: 'string', maxLength: 64 },
}))
const schema = {
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 8 }, (_, n) => [`member_${n}`, { type: 'string', description: `The member ${n} of a thing` }]),
  ),
}
const operationAt = (n: number) => ({
  operationId: `updateThing${n}`,
  summary: `Update the thing ${n}`,
  parameters,
  requestBody: { content: { 'application/json': { schema } } },
  responses: { 200: { description: 'The thing', content: { 'application/json': { schema } } } },
})

/** The folder of so many imported providers. */
const importProviders = async (): Promise<string> => {
  const folder = folderOnDisk()
  const source = join(folder, 'document.json')
  const writeDocument = (length: number): Promise<number> => {
    const paths = Array.from({ length }, (_, n) => [`/things${n}/{id}`, { patch: operationAt(n) }])
    return Bun.write(source, JSON.stringify(documentOf(Object.fromEntries(paths))))
  }
  await writeDocument(actionsOfFirst)
  await importDocument({ root: folder, source, id: 'shelves-0' })
  await writeDocument(actions)
  for (let n = 1; n < imported; n++) await importDocument({ root: folder, source, id: `shelves-${n}` })
  return folder
}

const upstream = await startUpstream()

const callImported = async (server: ServerProcess, n: number): Promise<number> => {
  const before = await processorTimeOf(server.child.pid)
  const body = { action: `update_thing${n}`, id: '7', member_1: 'a' }
  const { status, text } = await server.call(benchTenant, 'shelves-0', body, { headers: { 'x-repeat': 'true' } })
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return (await processorTimeOf(server.child.pid)).mainThread - before.mainThread
}

/** The writes after which a gateway runs compiled code. */
const writesBefore = 300

const writeToHubspot = async ({ call }: ServerProcess): Promise<void> => {
  for (let n = 0; n < writesBefore; n++) {
    await call(benchTenant, 'hubspot', {
      action: 'create',
      object_type: 'contacts',
      properties: { email: `${n}@a.example` },
    })
  }
}

const callHubspot = async (server: ServerProcess): Promise<void> => {
  for (let [round, calls] = [0, 0]; calls < callsUnderLoad; round++) {
    const target = restCall(server.url, round % 2 === 0 ? newSearch : sameSearch)
    calls += (await fire({ ...target, connections: 64, seconds: 2 })).calls
  }
}

/** The rows of a gateway, and what the first call of an imported provider costs the main thread, in milliseconds, beside the second. */
const measureGateway = async (name: string, env: Readonly<Record<string, string>>) => {
  const origins = { hubspot: upstream.origin, 'shelves-0': upstream.origin }
  const startedAt = performance.now()
  const server = await startServerProcess({
    dataDir: folderOnDisk(),
    preload: join(import.meta.dirname, 'programs/tell-heap.ts'),
    env: {
      ...shippedEnvironment(root),
      CALLS_PER_MINUTE: '0',
      PROVIDER_ORIGINS: JSON.stringify(env.PLUGINS_DIR ? origins : { hubspot: origins.hubspot }),
      HEAP_FILE: heapFile,
      ...env,
    },
  })
  const seconds = decimals((performance.now() - startedAt) / 1000, 1)
  try {
    const rows = [[`${name}, at the start`, seconds, ...(await measure(server))]]
    await server.seed(benchTenant, { hubspot: 'a-token', ...(env.PLUGINS_DIR && { 'shelves-0': 'a-token' }) })
    await callHubspot(server)
    rows.push([`${name}, under load`, '', ...(await measure(server))])
    await Bun.sleep(restMs)
    rows.push([`${name}, ten seconds later`, '', ...(await measure(server))])
    await writeToHubspot(server)
    const first = env.PLUGINS_DIR ? [await callImported(server, 1), await callImported(server, 2)] : []
    return { rows, first }
  } finally {
    await server.stop()
  }
}

const plugins = await importProviders()
try {
  const shipped = await measureGateway('what is included', {})
  const more = await measureGateway(`${imported} more`, { PLUGINS_DIR: join(plugins, 'providers') })
  const head = ['gateway', 's to start', 'MB resident', 'without mapped files', 'alive', 'of it outside']
  const [first = Number.NaN, second = Number.NaN] = more.first
  const text = `${table(head, [...shipped.rows, ...more.rows])}

The first call of one of the ${imported}, which has ${actionsOfFirst} actions where the others have ${actions}, takes ${decimals(first, 1)} ms of the main thread, the second, of another of its actions, ${decimals(second, 1)}. Misses and hits of HubSpot at 64 connections, ${callsUnderLoad.toLocaleString('en')} calls; ${describeMachine()}, Bun ${Bun.version}, ${new Date().toISOString().slice(0, 10)}.`
  console.log(text)
  await writeSection('docs/memory.md', 'memory', text)
} finally {
  rmSync(plugins, { recursive: true })
  rmSync(heapFile, { force: true })
  await upstream.stop()
}
process.exit(0)
