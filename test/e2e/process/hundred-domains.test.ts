// Test lanes: slow, long

import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sliceText } from '@patchbay/core/imported'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { residentMb } from '../../../bench/load/figures/resident-mb.ts'
import { documentOf, sliceOf } from '../../../codegen/import/testing/slice-of.ts'
import { buildImportFile, importJson, indexTs } from '../../../codegen/import/write/emit.ts'
import { overlayTs } from '../../../codegen/import/write/scaffold.ts'
import { tokenOf } from '../../client.ts'
import { request } from '../../mcp/messages.ts'
import { surfaces } from '../../mcp/surface-sizes.ts'
import { copyOfTheRepository } from '../../repository-copy.ts'
import { startServerProcess } from '../../server-process.ts'

const four = ['github', 'hubspot', 'slack', 'stripe']
const hundred = Array.from({ length: 100 }, (_, n) => `library-${n}`)
const nouns = ['books', 'shelves', 'readers', 'loans', 'authors', 'rooms', 'events', 'fees', 'notes', 'copies']
const parameters = ['query', 'status', 'limit', 'offset'].map((name) => ({
  name,
  in: 'query',
  schema: { type: 'string', maxLength: 100 },
  description: `The ${name} of what is listed, as the readers of the library know it`,
}))

/** A document of a hundred operations. */
const document = documentOf(
  Object.fromEntries(
    Array.from({ length: 10 }, (_, hall) =>
      nouns.map((noun) => {
        const get = {
          operationId: `list_${noun}_of_hall_${hall}`,
          summary: `List the ${noun} of hall ${hall}`,
          parameters,
        }
        return [`/halls/${hall}/${noun}`, { get: { ...get, responses: { 200: { description: 'Fine' } } } }]
      }),
    ).flat(),
  ),
  { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } },
)

const bun = (cwd: string, ...args: string[]): void => {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, ...args], { cwd, stdout: 'ignore', stderr: 'pipe' })
  if (exitCode !== 0) throw new Error(`bun ${args.join(' ')} exited with ${exitCode}\n${stderr}`)
}

/** This project with four of its providers, made as `bun start` would make it. */
const projectOfFour = (): string => {
  const root = copyOfTheRepository()
  for (const id of readdirSync(join(root, 'providers')))
    if (!four.includes(id)) rmSync(join(root, 'providers', id), { recursive: true })
  const packages = join(import.meta.dirname, '../../../node_modules')
  mkdirSync(join(root, 'node_modules/@patchbay'), { recursive: true })
  for (const name of readdirSync(packages).filter((name) => name !== '@patchbay'))
    symlinkSync(join(packages, name), join(root, 'node_modules', name))
  symlinkSync(join(root, 'core'), join(root, 'node_modules/@patchbay/core'))
  bun(root, 'codegen/main.ts', 'generate')
  bun(root, 'codegen/main.ts', 'bundle')
  return root
}

/** As the import makes them. */
const addHundred = async (root: string): Promise<void> => {
  const result = await sliceOf(document)
  const importFile = buildImportFile(result, { source: 'library.yaml', digest: '', choices: {} })
  for (const id of hundred) {
    const files = {
      'document.json': sliceText(result.slice),
      'import.json': importJson(importFile),
      'overlay.ts': overlayTs(id, document, result.slice),
      'index.ts': indexTs,
      'package.json': JSON.stringify({
        name: `provider-${id}`,
        version: '1.0.0',
        type: 'module',
        exports: './index.ts',
      }),
    }
    mkdirSync(join(root, 'providers', id))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'providers', id, name), text)
  }
  bun(root, 'codegen/main.ts', 'generate')
  bun(root, 'codegen/main.ts', 'bundle')
}

/** Seconds of processor that a process has had, which other programs of the machine don't change. */
const processorSeconds = async (pid: number): Promise<number> => {
  const fields = (await Bun.file(`/proc/${pid}/stat`).text()).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The gateway of a project, with a tenant that has all of `ids`. */
const start = async (root: string, ids: readonly string[], origins: Readonly<Record<string, string>> = {}) => {
  const server = await startServerProcess({ cwd: root, env: { PROVIDER_ORIGINS: JSON.stringify(origins) } })
  const { pid } = server.child
  const started = { seconds: await processorSeconds(pid), mb: await residentMb(pid) }
  await server.seed('acme', Object.fromEntries(ids.map((id) => [id, 'key'])))
  const mcp = async (method: string, params: Record<string, unknown> = {}, query = '') => {
    const { headers, body } = request('modern', method, params)
    const bearer = { authorization: `Bearer ${tokenOf('acme')}` }
    return (await server.send('POST', `/mcp${query}`, { ...headers, ...bearer }, body)).body.result
  }
  return {
    server,
    started,
    mb: () => residentMb(pid),
    list: async (mode: string) => (await mcp('tools/list', {}, `?tools=${mode}`)).tools as object[],
    find: async (query: string) => {
      const params = { name: 'find_actions', arguments: { query, limit: 5 } }
      return (await mcp('tools/call', params, '?tools=search')).structuredContent.data.actions as { action: string }[]
    },
  }
}

const search = 'list the shelves of hall 7'

describe('a hundred imported domains with ten thousand actions, beside four', () => {
  let root: string
  let vendor: ReturnType<typeof Bun.serve>
  let ofFour: { seconds: number; mb: number; used: number; actions: number }
  let all: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    root = projectOfFour()
    const { server, started, list, find, mb } = await start(root, four)
    for (const mode of surfaces) await list(mode)
    await find(search)
    ofFour = { ...started, used: await mb(), actions: (await list('actions')).length }
    await server.stop()
    await addHundred(root)
    vendor = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: ({ url }) => Response.json({ url }) })
    const origin = `http://127.0.0.1:${vendor.port}`
    all = await start(root, [...four, ...hundred], Object.fromEntries(hundred.map((id) => [id, origin])))
  }, 240_000)
  afterAll(async () => {
    await Promise.all([all.server.stop(), vendor.stop(true)])
    rmSync(root, { recursive: true })
  })

  test('start within two seconds, and need less than 100 MB more', () => {
    const { seconds, mb } = all.started
    console.log(`start, seconds of processor: ${ofFour.seconds} with four domains, ${seconds} with 104`)
    console.log(`MB resident: ${ofFour.mb.toFixed(0)} with four domains, ${mb.toFixed(0)} with 104`)
    expect(seconds).toBeLessThan(2)
    expect(mb - ofFour.mb).toBeLessThan(100)
  })

  test.each([
    ['domains', () => 104],
    ['effects', () => 108],
    // The overlays of the hundred curate nothing.
    ['actions', () => ofFour.actions],
    ['search', () => 5],
    ['code', () => 5],
  ])('are listed by the surface "%s" as no more tools than it needs', async (mode, count) => {
    const tools = await all.list(mode)
    const text = JSON.stringify(tools)
    console.log(`${mode}: ${tools.length} tools, ${text.length} bytes`)
    expect(tools).toHaveLength(count())
    expect(text.length / tools.length).toBeLessThan(12_000)
  })

  test('are searched without being listed', async () => {
    expect((await all.find(search))[0]?.action).toBe('list_shelves_of_hall_7')
  })

  test('are called, each, and need less than 100 MB more even then', async () => {
    for (const id of hundred) {
      const { body } = await all.server.call('acme', id, { action: 'list_books_of_hall_9', query: 'a' })
      expect(body).toMatchObject({ success: true, data: { url: expect.stringContaining('/halls/9/books?query=a') } })
    }
    const mb = await all.mb()
    console.log(`MB resident after lists and searches: ${ofFour.used.toFixed(0)} with four, ${mb.toFixed(0)} with 104`)
    expect(mb - ofFour.used).toBeLessThan(100)
  })
})
