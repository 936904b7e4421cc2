// Test lanes: slow

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Differences, openSlice } from '@patchbay/core/imported'
import { apiKey, type ImportedProvider, imported } from '@patchbay/core/provider'
import type { SnapshotRecord } from '@patchbay/core/store'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bundleEntry } from '../../codegen/emit/bundle.ts'
import { importDocument } from '../../codegen/import/index.ts'
import { documentOf } from '../../codegen/import/testing/slice-of.ts'
import { onlyJobs, startTestGateway, temporaryFolder } from '../../test/gateway.ts'
import { importedDomain } from '../../test/imported/imported-domain.ts'
import { startTlsUpstream } from '../../test/tls-upstream.ts'
import { projectRoot } from '../project-root.ts'
import type { CompareDocument } from './compare-document.ts'
import { watchDocuments } from './documents.ts'

const text = { type: 'string' }
const list = { operationId: 'listItems', parameters: [{ name: 'page', in: 'query', schema: text }] }
const item = { get: { operationId: 'getItem', parameters: [{ name: 'id', in: 'path', required: true, schema: text }] } }
const shelves = (paths: object): string => JSON.stringify(documentOf(paths))
const published = shelves({ '/items': { get: list }, '/items/{id}': item, '/me': { get: { operationId: 'getMe' } } })

const root = temporaryFolder()
const folder = join(root, 'providers/shelves')
const url = (port: number): string => `https://localhost:${port}/openapi.json`

const importFrom = async (document: string, port: number) => {
  const source = join(root, 'shelves.json')
  await Bun.write(source, document)
  await importDocument({ root, source, url: url(port), id: 'shelves' })
}

const domain = async () => ({
  ...importedDomain(
    imported<{ list_items: 'page' }>()({
      id: 'shelves',
      title: 'Shelves',
      origin: 'https://api.shelves.com',
      auth: apiKey({ header: 'X-Key' }),
      actions: { list_items: { from: 'list_items' } },
    }) as ImportedProvider,
    openSlice(Buffer.from(await Bun.file(join(folder, 'document.json')).bytes())).all(),
  ),
  folder,
})

const trusted = process.env.NODE_EXTRA_CA_CERTS
let vendor: Awaited<ReturnType<typeof startTlsUpstream>>
beforeAll(async () => {
  vendor = await startTlsUpstream('localhost')
  // The processes that read documents inherit it.
  process.env.NODE_EXTRA_CA_CERTS = vendor.certificate
})
beforeEach(() => importFrom(published, vendor.port))
afterAll(async () => {
  if (trusted === undefined) delete process.env.NODE_EXTRA_CA_CERTS
  else process.env.NODE_EXTRA_CA_CERTS = trusted
  await vendor.stop()
  rmSync(root, { recursive: true })
})

test('a vendor’s document that changed is one suggestion, until it is imported again', async () => {
  const gateway = await startTestGateway({
    domains: [await domain()],
    env: {
      WATCH_VENDORS: 'on',
      ALLOWED_PRIVATE_HOSTS: `localhost:${vendor.port}`,
      CRONS: onlyJobs({ 'vendor-watch': '0 0 1 1 *' }),
    },
  })
  const night = async () => (await gateway.admin('POST', '/admin/jobs/vendor-watch/run')).body
  const open = async () => (await gateway.admin('GET', '/admin/suggestions?status=open')).body.suggestions
  try {
    const newer = shelves({
      '/items': { get: { ...list, parameters: [] }, post: { operationId: 'createItem' } },
      '/items/{id}': item,
    })
    vendor.answers(200, newer)
    expect(await night()).toMatchObject({
      outcome: 'ok',
      result: { documents: { read: 1, differ: ['shelves'], failed: {}, not_watched: [] }, opened: 1 },
    })
    const [told, ...others] = await open()
    expect(others).toEqual([])
    expect(told).toMatchObject({
      kind: 'document-differs',
      severity: 'medium',
      tenant: null,
      source: 'vendor-watch',
      detail: `Actions that differ: 1 removed (get_me); 1 changed (list_items [curated]); 1 added (create_item). Import it again and review what it prints: npx bun run codegen import ${url(vendor.port)} --id shelves`,
      evidence: '/admin/providers/shelves',
    })
    expect((await gateway.admin('GET', told.evidence)).status).toBe(200)

    await importFrom(newer, vendor.port)
    expect(await night()).toMatchObject({ result: { documents: { read: 1, differ: [] }, resolved: 1 } })
    expect(await open()).toEqual([])
  } finally {
    await gateway.stop()
  }
})

test('the image’s build makes one file of the program that imports, which needs no package', async () => {
  const bundle = join(root, 'bundle')
  await bundleEntry(join(projectRoot, 'codegen/import/compare-main.ts'), bundle)
  const child = Bun.spawn([process.execPath, join(bundle, 'compare-main.js')], {
    cwd: '/',
    env: {},
    stdout: 'ignore',
    stderr: 'pipe',
    stdin: new Blob([JSON.stringify({ id: 'shelves', folder, allowed: '', proxy: null })]),
  })
  expect(await child.stderr.text()).toContain('localhost')
  expect(await child.exited).toBe(1)
})

describe('from night to night', () => {
  const changed: Differences = { added: [], removed: ['get_me'], changed: [] }
  const none: Differences = { added: [], removed: [], changed: [] }
  const watch = async () => {
    const stored = new Map<string, SnapshotRecord>()
    const domains = new Map([['shelves', await domain()]])
    const snapshots = {
      get: async (name: string) => stored.get(name),
      put: async (snapshot: SnapshotRecord) => void stored.set(snapshot.name, snapshot),
    }
    return async (answer: Differences | Error) => {
      const compare: CompareDocument = async () => {
        if (answer instanceof Error) throw answer
        return answer
      }
      const parts = { domains, snapshots, compare, now: () => new Date() }
      const { found: findings, result } = await watchDocuments(parts, new AbortController().signal)
      return { ...result, told: findings.map(({ kind }) => kind) }
    }
  }

  test('a document that can’t be read is told after three nights, and no longer when it is back', async () => {
    const night = await watch()
    const failed = { shelves: 'it answered 404' }
    const nights = [new Error('it answered 404'), new Error('it answered 404'), new Error('it answered 404'), none]
    const results = []
    for (const answer of nights) results.push(await night(answer))
    expect(results).toMatchObject([
      { read: 0, failed, told: [] },
      { read: 0, failed, told: [] },
      { read: 0, failed, told: ['document-unreadable'] },
      { read: 1, failed: {}, told: [] },
    ])
  })

  test('a night without an answer forgets no change, but another import does', async () => {
    const night = await watch()
    expect(await night(changed)).toMatchObject({ told: ['document-differs'] })
    expect(await night(new Error('busy'))).toMatchObject({ differ: ['shelves'], told: ['document-differs'] })
    await importFrom(shelves({ '/items': { get: list } }), vendor.port)
    expect(await night(new Error('busy'))).toMatchObject({ differ: [], told: [] })
  })

  test('a provider that was imported from a file alone is named as one that isn’t watched', async () => {
    const file = join(folder, 'import.json')
    await Bun.write(file, JSON.stringify({ ...(await Bun.file(file).json()), source: 'shelves.json' }))
    const night = await watch()
    expect(await night(changed)).toMatchObject({ read: 0, not_watched: ['shelves'], told: [] })
  })

  test('the tools of an MCP server are no document', async () => {
    await Bun.write(join(folder, 'tools.json'), '{}')
    const night = await watch()
    expect(await night(new Error('it is no document'))).toMatchObject({
      read: 0,
      failed: {},
      not_watched: [],
      told: [],
    })
  })
})
