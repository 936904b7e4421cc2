// Test lanes: long

import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeExecutable } from '../../.ci/release/make-executable.ts'
import { commandBlocks, consoleSteps } from '../docs/command-blocks.ts'
import { readPage } from '../docs/pages.ts'
import { folderOnDisk } from '../folders.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { copyOfTheRepository } from '../repository-copy.ts'
import { startServerProcess } from '../server-process.ts'
import { testGuide } from './test-guide.ts'

const root = join(import.meta.dirname, '../..')
const clone = copyOfTheRepository()
afterAll(() => rmSync(clone, { recursive: true }))

const read = (path: string): string => readFileSync(join(clone, path), 'utf8')
const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(join(clone, path), change(read(path)))

const run = (command: readonly string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    cwd: clone,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
    },
  })
  return { exitCode, output: `${stdout}${stderr}` }
}
const git = (...args: string[]): string => {
  const { exitCode, output } = run(['git', ...args])
  expect(exitCode, output).toBe(0)
  return output.trim()
}
/** The commands of a page that begin so, of the version that is released here. */
const linesOf = (page: 'docs/deployment.md' | 'docs/provider-packages.md', start: string): readonly string[] => {
  const steps = commandBlocks(readPage(page)).flatMap((block) =>
    block.language === 'console' ? consoleSteps(block) : [],
  )
  const lines = steps
    .map(({ command }) => command.replaceAll('1.2.3', '0.3.0'))
    .filter((line) => line.startsWith(start))
  if (lines.length === 0) throw new Error(`${page} has no command "${start} …"`)
  return lines
}
/** Runs a line of a page as it stands. */
const typeLine = (line: string, cwd: string): string => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  const { exitCode, stdout, stderr } = Bun.spawnSync(['sh', '-ec', line], { cwd, env })
  expect(exitCode, `${line}\n${stdout}${stderr}`).toBe(0)
  return `${stdout}${stderr}`
}
const release = (...args: string[]) => run([process.execPath, '.ci/release/main.ts', ...args])
const commitAll = (): void => {
  git('add', '.')
  git('commit', '--quiet', '--message', 'chore: a release')
}

/** Each line that must not fit says so: without an error there, the compiler complains. */
const useOfClient = `
import { createGateway } from '@patchbay/client'
import { createGithub } from '@patchbay/client/github'
import { ConnectButton } from '@patchbay/connect/react'

const gateway = createGateway({ baseUrl: 'http://localhost:3000' })
const github = createGithub(gateway, 'acme')
await github('get_repository', { owner: 'acme', repo: 'site' })
// @ts-expect-error no such action
await github('get_depository', { owner: 'acme', repo: 'site' })
// @ts-expect-error a parameter is missing
await github('get_repository', { owner: 'acme' })
const { data } = await gateway.GET('/admin/tenants', {})
export const name: string | undefined = data?.tenants[0]?.name
ConnectButton({ createLink: async (provider) => 'https://' + provider })
// @ts-expect-error createLink is missing
ConnectButton({})
`

/** A plugin of the operator's own, as it lies in a folder; one of its calls is refused by an error of the contract. */
const tides = `import { apiKey, invalid, provider, read, text } from '@patchbay/core/provider'

const get_tide = read('GET /ports/{port}/tide', {
  description: 'Get the next high tide of a port',
  params: { port: text(100, 'Name of the port') },
  request: ({ port }) => {
    if (port === 'atlantis') throw invalid('/port', 'has sunk')
    return {}
  },
})

export default provider({
  id: 'tides',
  title: 'Tides',
  origin: 'https://api.tides-host.com',
  auth: apiKey({ header: 'X-Api-Key' }),
  actions: { get_tide },
})
`

/** Writes the plugin into a folder, starts an installed gateway with it, and calls it. */
const callOwnPlugin = async (program: string, folder: string, env: Readonly<Record<string, string>> = {}) => {
  mkdirSync(join(folder, 'packed/package'), { recursive: true })
  const manifest = '{ "name": "tides", "version": "3.2.1", "type": "module" }'
  writeFileSync(join(folder, 'packed/package/package.json'), manifest)
  writeFileSync(join(folder, 'packed/package/index.ts'), tides)
  typeLine('tar -czf provider-tides-3.2.1.tgz -C packed package', folder)
  const [unpack = '', start = ''] = linesOf('docs/provider-packages.md', '')
  typeLine(unpack, folder)
  expect(start).toBe('PLUGINS_DIR=plugins npx patchbay-gateway start')
  const vendor = await startScripted(answer(200, { high: '12:40' }))
  const own = { PLUGINS_DIR: 'plugins', PROVIDER_ORIGINS: JSON.stringify({ tides: vendor.origin }) }
  const dataDir = join(folder, 'data-of-tides')
  const gateway = await startServerProcess({ program, args: ['start'], cwd: folder, dataDir, env: { ...env, ...own } })
  try {
    await gateway.seed('acme', { tides: 'a-key' })
    const call = (port: string) => gateway.call('acme', 'tides', { action: 'get_tide', port })
    return { found: await call('dover'), refused: await call('atlantis'), printed: gateway.output.stdout }
  } finally {
    await gateway.end('SIGTERM')
    await vendor.stop()
  }
}

const withOwnPlugin = {
  found: { status: 200, body: { success: true, data: { high: '12:40' } } },
  refused: { status: 400, body: { code: 'VALIDATION_ERROR', details: [{ path: '/port', message: 'has sunk' }] } },
  printed: expect.stringContaining('tides 3.2.1'),
}

/** The one that the demo prints first. */
const firstCall = ({ output, call }: Awaited<ReturnType<typeof startServerProcess>>) => {
  const [, token = ''] = /Bearer (pb_[\w-]+)/.exec(output.stdout) ?? []
  const filters = [{ field: 'email', operator: 'contains', value: '@northwind.example' }]
  return call('demo', 'demo', { action: 'search_people', filters }, { token })
}

beforeAll(() => {
  git('init', '--quiet', '--initial-branch', 'main')
  // As if installed, which is how the workflow has it.
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
  appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n')
  commitAll()
})

describe('a release', () => {
  test('is refused until the versions, the changelog and the tree are ready, and each fault says what to do', () => {
    edit('README.md', (text) => `${text}\n`)
    edit('packages/connect/package.json', (text) => text.replace('@patchbay/', '@another/'))
    const { exitCode, output } = release('0.3.0')
    expect(exitCode).toBe(1)
    for (const fault of [
      'packages/connect/package.json has the name @another/connect',
      'package.json has the version 0.2.0: write 0.3.0 there',
      'core/package.json has the version',
      'deploy/helm/Chart.yaml has another version',
      'write "## 0.3.0 - <today>" below "## Unreleased"',
      'commit these changes, or undo them:\n M README.md',
    ])
      expect(output).toContain(fault)
    edit('packages/connect/package.json', (text) => text.replace('@another/', '@patchbay/'))
    expect(release('v0.3').output).toContain('"v0.3" is not a version')
    expect(release().output).toContain('usage: npx bun run release <version>')
  })

  test('writes its notes, and with --dry-run makes no tag', () => {
    const manifests = [...new Bun.Glob('**/package.json').scanSync(clone)].filter((path) =>
      /^(\w+\/|packages\/[\w-]+\/)?package\.json$/.test(path),
    )
    for (const path of manifests) edit(path, (text) => text.replace('"version": "0.2.0"', '"version": "0.3.0"'))
    edit('deploy/helm/Chart.yaml', (text) => text.replaceAll('0.2.0', '0.3.0'))
    edit('CHANGELOG.md', (text) => text.replace('## Unreleased\n', '## Unreleased\n\n## 0.3.0 - 2026-12-01\n'))
    commitAll()
    const { exitCode, output } = release('0.3.0', '--dry-run')
    expect([exitCode, output]).toEqual([0, expect.stringContaining('the tag v0.3.0 was not made')])
    expect(git('tag')).toBe('')
    expect(read('release/image-tags.txt')).toBe('0.3.0\n0.3\nlatest\n')
    expect(read('release/notes.md')).toMatch(/^### /)
    expect(read('release/notes.md')).not.toContain('## 0.2.0')
    expect(git('status', '--porcelain')).toBe('')
  })

  test('is tagged with its notes, and says to keep the stores that it writes', () => {
    const { exitCode, output } = release('0.3.0')
    expect([exitCode, output]).toEqual([0, expect.stringContaining('bun test/upgrade/make-fixtures.ts v0.3.0')])
    expect(git('cat-file', '-t', 'v0.3.0')).toBe('tag')
    expect(git('tag', '--list', '--format=%(contents)', 'v0.3.0')).toBe(read('release/notes.md').trim())
  })

  test('is not made twice, nor on another branch, nor while the stores of the one before are not kept', () => {
    git('switch', '--quiet', '--create', 'other')
    const { exitCode, output } = release('0.3.0')
    expect(exitCode).toBe(1)
    expect(output).toContain('releases are made on main, not on other')
    expect(output).toContain('there is a tag v0.3.0 already')
    expect(output).toContain('run `bun test/upgrade/make-fixtures.ts v0.3.0`, and commit what it writes')
  })

  // It makes all of them: a busy machine takes minutes.
  test('has its packages with digests, made at the tag and on no branch, as the workflow does', {
    timeout: 800_000,
  }, () => {
    git('switch', '--quiet', '--detach', 'v0.3.0')
    // The executables of all platforms take a download each; one is made below.
    const [line = ''] = linesOf('docs/deployment.md', 'npx bun run release ')
    const { exitCode, output } = run(['sh', '-c', line.replace(' --executables', '')])
    expect(exitCode, output).toBe(0)
    const sums = read('release/SHA256SUMS').trimEnd().split('\n')
    expect(sums.map((line) => line.split('  ')[1])).toEqual([
      'patchbay-core-0.3.0.tgz',
      'patchbay-connect-0.3.0.tgz',
      'patchbay-client-0.3.0.tgz',
      'patchbay-gateway-0.3.0.tgz',
    ])
    for (const line of sums) {
      const [digest, tarball = ''] = line.split('  ')
      const bytes = readFileSync(join(clone, 'release', tarball))
      expect(new Bun.CryptoHasher('sha256').update(bytes).digest('hex')).toBe(digest)
    }
    expect(git('status', '--porcelain')).toBe('')
  })

  describe('has a gateway as a package, which is installed in an empty folder without a checkout', () => {
    const folder = folderOnDisk()
    const program = join(folder, 'node_modules/.bin/patchbay-gateway')
    let gateway: Awaited<ReturnType<typeof startServerProcess>>
    beforeAll(async () => {
      writeFileSync(join(folder, 'package.json'), '{}')
      cpSync(join(clone, 'release/patchbay-gateway-0.3.0.tgz'), join(folder, 'patchbay-gateway-0.3.0.tgz'))
      for (const line of linesOf('docs/deployment.md', 'npm install ')) typeLine(line, folder)
      gateway = await startServerProcess({ program, args: ['demo'], cwd: folder, dataDir: join(folder, 'data') })
    })
    afterAll(async () => {
      await gateway.end('SIGTERM')
      rmSync(folder, { recursive: true })
    })

    test('takes less than 60 MB beside Bun', () => {
      const sizes = [...new Bun.Glob('node_modules/**').scanSync({ cwd: folder, dot: true })]
        .filter((path) => !/^node_modules\/(bun|@oven)\//.test(path))
        .map((path) => statSync(join(folder, path)).size)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60e6)
    })

    test('answers a first call, by Node, and has its pages', async () => {
      expect(await firstCall(gateway)).toMatchObject({ status: 200, body: { success: true } })
      const pages = ['/console', '/docs', '/docs/swagger-ui-bundle.js', '/docs/errors', '/docs/guide/calls']
      for (const path of [...pages, '/openapi.json'])
        expect([path, (await fetch(gateway.url + path)).status]).toEqual([path, 200])
    })

    test('says how it is called, by npx', () => {
      const run = (word: string): string => Bun.spawnSync([program, word], { cwd: folder }).stdout.toString()
      expect(run('--version')).toContain('0.3.0')
      expect(run('--help')).toContain('For help on a command: npx patchbay-gateway <command> --help')
      expect(gateway.output.stdout).toContain('help:      npx patchbay-gateway --help')
    })

    test('is called, and writes what Compose needs, by the lines of docs/deployment.md', () => {
      const [start, init = ''] = linesOf('docs/deployment.md', 'npx patchbay-gateway ')
      expect(start).toBe('npx patchbay-gateway start')
      expect(typeLine(init, folder)).toContain('docker compose')
      expect(readFileSync(join(folder, 'compose.yaml'), 'utf8')).toContain('https://gateway.example.com')
    })

    test('loads a plugin of the operator from a folder', async () => {
      expect(await callOwnPlugin(program, folder)).toMatchObject(withOwnPlugin)
    })

    testGuide(() => gateway.url)
  })

  test('has a client whose calls are checked by TypeScript in a package without a checkout', () => {
    const folder = folderOnDisk()
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const options = { target: 'es2022', module: 'nodenext', strict: true, noEmit: true, types: [], skipLibCheck: true }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...options, lib: ['esnext', 'dom'] } }),
    )
    writeFileSync(join(folder, 'use.ts'), useOfClient)
    const tarballs = ['client', 'connect'].map((name) => join(clone, `release/patchbay-${name}-0.3.0.tgz`))
    const bun = (...words: string[]) => Bun.spawnSync([process.execPath, ...words], { cwd: folder })
    expect(bun('add', ...tarballs, '@types/react@19.3.0').exitCode).toBe(0)
    expect(bun(join(root, 'node_modules/typescript-native/bin/tsc'), '-p', '.').stdout.toString()).toBe('')
    expect(
      bun('-e', "console.log(typeof (await import('@patchbay/client/github')).createGithub)").stdout.toString(),
    ).toBe('function\n')
  })

  test('is one file, which needs no other program and answers a first call', async () => {
    const folder = folderOnDisk()
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const program = join(folder, 'patchbay-gateway-0.3.0-linux-x64')
    const target = process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64'
    await makeExecutable(clone, join(clone, 'release/patchbay-gateway-0.3.0.tgz'), target, program)
    chmodSync(program, 0o644)
    for (const line of linesOf('docs/deployment.md', 'chmod ')) typeLine(line, folder)
    expect(linesOf('docs/deployment.md', './')).toEqual(['./patchbay-gateway-0.3.0-linux-x64 start'])
    const [init = ''] = linesOf('docs/deployment.md', 'sudo ./')
    // Whose folder needs no rights.
    typeLine(init.replace('sudo ', '').replace('/etc/patchbay', join(folder, 'etc')), folder)
    expect(readFileSync(join(folder, 'etc/patchbay.service'), 'utf8')).toContain('[Service]')
    const dataDir = join(folder, 'data')
    const env = { PATH: '', HOME: folder }
    const gateway = await startServerProcess({ program, args: ['demo'], cwd: folder, dataDir, env })
    onTestFinished(async () => void (await gateway.end('SIGTERM')))
    expect(await firstCall(gateway)).toMatchObject({ status: 200, body: { success: true } })
    expect((await fetch(`${gateway.url}/docs/swagger-ui-bundle.js`)).status).toBe(200)
    expect((await fetch(`${gateway.url}/docs/guide/calls`)).status).toBe(200)
    expect(gateway.output.stdout).toContain('help:      ./patchbay-gateway-0.3.0-linux-x64 --help')
    expect(await callOwnPlugin(program, folder, env)).toMatchObject(withOwnPlugin)
    // MongoDB's driver is found, too; nobody listens there.
    const mongodb = {
      PATCHBAY_KEYS: `k:${'A'.repeat(43)}`,
      ADMIN_API_KEY: 'a'.repeat(64),
      MONGODB_URI: 'mongodb://127.0.0.1:9/x',
    }
    const { stderr } = Bun.spawnSync([program, 'start'], { cwd: folder, env: { ...env, ...mongodb } })
    expect(stderr.toString()).toContain("MongoDB at 127.0.0.1:9/x can't be used")
  })
})
