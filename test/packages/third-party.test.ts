// Test lanes: slow, long

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOnDisk } from '../folders.ts'
import { answer, type Scripted, startScripted } from '../providers/scripted.ts'
import { bun, createProject, pack } from './project.ts'

type Project = Awaited<ReturnType<typeof createProject>>

/** An author's repository: the scaffold with the author's changes. */
const index = (id: string) => `import { oauth2, provider } from '@patchbay/core/provider'
import * as tides from './tides.ts'

export default provider({
  id: '${id}',
  title: 'Tides',
  origin: 'https://api.tides-host.com',
  auth: oauth2({
    authorize: 'https://login.tides-host.com/authorize',
    token: 'https://login.tides-host.com/token',
    scopes: {},
    rotates: false,
  }),
  probe: { action: 'get', params: { port: 'dover' } },
  actions: { ...tides },
})
`

const tides = `import { invalid, read, text, Type } from '@patchbay/core/provider'

export const get = read('GET /ports/{port}/tide', {
  description: 'Get the next high tide of a port',
  params: { port: text(100, 'Name of the port') },
  request: ({ port }) => {
    if (port === 'atlantis') throw invalid('/port', 'has sunk')
    return {}
  },
  result: Type.Object({ high: Type.String() }),
})
`

const ownTest = `import { expect, test } from 'bun:test'
import tides from './index.ts'

test('asks for the port', () => {
  expect(tides.actions.get.request({ port: 'a/b' }, { settings: {} })).toMatchObject({ path: '/ports/a%2Fb/tide' })
})
`

const compilerOptions = {
  compilerOptions: {
    strict: true,
    target: 'esnext',
    module: 'preserve',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  },
  files: ['index.ts'],
}

const manifest = (name: string) => ({
  name,
  version: '3.2.1',
  license: 'MIT',
  type: 'module',
  exports: { '.': './index.ts' },
  files: ['index.ts', 'tides.ts'],
  peerDependencies: { '@patchbay/core': '^0.2.0' },
})

describe('a plugin of somebody else', () => {
  const outside = folderOnDisk()
  let project: Project
  let vendor: Scripted

  const author = (name: string, id: string): string => {
    const folder = join(outside, name)
    mkdirSync(folder, { recursive: true })
    const files = {
      'package.json': JSON.stringify(manifest(name)),
      'tsconfig.json': JSON.stringify(compilerOptions),
      'index.ts': index(id),
      'index.test.ts': ownTest,
      'tides.ts': tides,
    }
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
    return folder
  }

  const install = async (folder: string): Promise<void> => {
    await bun(project.root, 'add', '--exact', await pack(folder, outside))
  }

  beforeAll(async () => {
    project = await createProject()
    vendor = await startScripted(answer(200, { high: '06:12' }))
    const core = await pack(join(project.root, 'core'), outside)
    await bun(author('acme-tides', 'tides'), 'add', '--dev', core)
    await install(join(outside, 'acme-tides'))
  }, 120_000)

  afterAll(async () => {
    project.remove()
    rmSync(outside, { recursive: true })
    await vendor.stop()
  })

  test('is written, tested and type-checked in a folder of its own, by the packed core', {
    timeout: 120_000,
  }, async () => {
    const folder = join(outside, 'acme-tides')
    await bun(folder, 'test')
    await bun(folder, join(project.root, 'node_modules/typescript-native/bin/tsc'), '-p', '.')
  })

  test('is packed, installed, named, generated, started and called', { timeout: 120_000 }, async () => {
    project.name('acme-tides')
    await bun(project.root, 'run', 'codegen')
    expect(JSON.parse(project.read('providers.lock.json')).tides).toMatchObject({
      package: 'acme-tides',
      version: '3.2.1',
      origins: ['https://api.tides-host.com'],
      tokenHosts: ['login.tides-host.com'],
      actions: { get: 'read' },
    })

    const gateway = await project.start('tides', vendor.origin)
    try {
      await gateway.seed('acme', { tides: 'tides-token' })
      expect(await gateway.call('acme', 'tides', { action: 'get', port: 'dover' })).toMatchObject({
        status: 200,
        body: { success: true, data: { high: '06:12' } },
      })
      expect(vendor.requests).toMatchObject([
        { url: '/ports/dover/tide', headers: { authorization: 'Bearer tides-token' } },
      ])
      // An error of the contract, thrown by the package, is the gateway's own.
      expect(await gateway.call('acme', 'tides', { action: 'get', port: 'atlantis' })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR', details: [{ path: '/port', message: 'has sunk' }] },
      })
    } finally {
      await gateway.stop()
    }
  })

  test('is refused with both names when another has its id', async () => {
    await install(author('other-tides', 'tides'))
    project.name('acme-tides', 'other-tides')
    await expect(bun(project.root, 'run', 'codegen')).rejects.toThrow(
      'node_modules/acme-tides/index.ts and node_modules/other-tides/index.ts: acme-tides and other-tides have one id, "tides"',
    )
  })

  test('is refused when it brings a core of its own', async () => {
    await install(author('loner-tides', 'lone-tides'))
    cpSync(join(project.root, 'core'), join(project.root, 'node_modules/loner-tides/node_modules/@patchbay/core'), {
      recursive: true,
    })
    project.name('loner-tides')
    await expect(bun(project.root, 'run', 'codegen')).rejects.toThrow(
      'node_modules/loner-tides: brings a @patchbay/core of its own (node_modules/loner-tides/node_modules/@patchbay/core',
    )
  })
})
